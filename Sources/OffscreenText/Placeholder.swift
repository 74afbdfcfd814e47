// Module OffscreenText.
