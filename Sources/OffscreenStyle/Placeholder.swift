// Module OffscreenStyle.
