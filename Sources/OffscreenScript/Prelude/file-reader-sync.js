// Reading blobs at once, as only workers may. https://w3c.github.io/FileAPI/#FileReaderSync
(function (core) {
  "use strict";
  core.load("blob.js");
  const { blobReading } = core;

  const Brand = core.brand();
  const bytesOf = (blob) => core.blobBytes(core.convertInterface(blob, core.isBlob, "Blob"));

  class FileReaderSync {
    constructor() { new Brand(this); }
    readAsArrayBuffer(blob) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      return core.TypedArrayBuffer(core.copyBytes(bytesOf(blob)));
    }
    readAsBinaryString(blob) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      return blobReading.binary(bytesOf(blob));
    }
    readAsText(blob, encoding = undefined) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      const bytes = bytesOf(blob);
      return blobReading.text(blob, bytes, encoding === undefined ? undefined : core.string(encoding));
    }
    readAsDataURL(blob) {
      Brand.of(this);
      core.requireArguments(arguments.length, 1);
      return blobReading.dataURL(blob, bytesOf(blob));
    }
  }
  core.define({ FileReaderSync });
})
