"""Sets up the logs of the background processes. They log warnings and errors. Each is a JSON object on one line of the error output."""

import json
import logging
from datetime import UTC, datetime


class Line(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line = {
            "at": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["trace"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False)


def log_lines() -> None:
    """Make this process log its warnings and errors as lines of JSON. Call it once, before anything is logged."""
    handler = logging.StreamHandler()
    handler.setFormatter(Line())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
