// Module OffscreenLayout.
