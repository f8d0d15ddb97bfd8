"""Where the cards of a deal of Pitch can be, if every act was legal."""
