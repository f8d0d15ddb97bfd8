"""What one process remembers. Everything may be dropped at any moment, and be shared between threads and greenlets."""
