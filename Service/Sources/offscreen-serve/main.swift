import OffscreenService

await OffscreenServe.start()
