// Module OffscreenImages.
