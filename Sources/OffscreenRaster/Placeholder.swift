// Module OffscreenRaster.
