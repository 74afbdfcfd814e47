// Module OffscreenPaint.
