import Hummingbird

/// A page of our own, to try the service in a browser.
enum TryPage {
  static let response = Response(
    status: .ok,
    headers: [
      .contentType: "text/html; charset=utf-8", .cacheControl: "max-age=3600",
      .contentSecurityPolicy:
        "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src blob:; connect-src 'self'; form-action 'self'",
    ], body: ResponseBody(byteBuffer: ByteBuffer(string: markup)))

  private static let markup = """
    <!doctype html>
    <html lang="en">
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>Offscreen</title>
    <style>
      body { font: 16px/1.5 sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
      form { display: grid; grid-template-columns: max-content 1fr; gap: .5rem 1rem; align-items: center; }
      input, select, button { font: inherit; padding: .25rem .5rem; }
      img { max-width: 100%; margin-top: 1rem; border: 1px solid #bbb; }
      code { overflow-wrap: anywhere; }
      .wrong { color: #a00; }
    </style>
    <h1>Offscreen</h1>
    <p>Web pages to pictures. What else there is: <a href="openapi.json">openapi.json</a>.</p>
    <form>
      <label for="url">Page</label> <input id="url" name="url" type="url" value="https://example.com/" required>
      <label for="width">Width</label> <input id="width" name="width" type="number" min="1" max="32767" value="640">
      <label for="viewport">Viewport</label> <input id="viewport" name="viewport" placeholder="1280x800">
      <label for="format">Format</label>
      <select id="format" name="format"><option value="">as the browser likes<option>png<option>webp<option>jpeg</select>
      <label for="fullPage">All of the page</label> <input id="fullPage" name="fullPage" type="checkbox" value="true">
      <label for="token">Token</label> <input id="token" type="password" autocomplete="off" placeholder="if the server asks for one">
      <span></span> <button>Take the picture</button>
    </form>
    <p><code id="address"></code>
    <p id="message" role="status">
    <div id="picture"></div>
    <script>
      const form = document.querySelector("form");
      const message = document.getElementById("message");
      form.addEventListener("submit", async event => {
        event.preventDefault();
        const query = new URLSearchParams();
        for (const [name, value] of new FormData(form)) if (value) query.set(name, value);
        const address = "v1/picture?" + query;
        document.getElementById("address").textContent = new URL(address, location);
        message.className = "";
        message.textContent = "…";
        const token = document.getElementById("token").value;
        try {
          const headers = { Accept: "image/webp,image/png,*/*;q=0.1" };
          if (token) headers.Authorization = "Bearer " + token;
          const answer = await fetch(address, { headers });
          if (!answer.ok) throw new Error((await answer.json()).detail);
          const picture = new Image();
          picture.alt = "The page's picture";
          picture.src = URL.createObjectURL(await answer.blob());
          document.getElementById("picture").replaceChildren(picture);
          message.textContent = answer.headers.get("Offscreen-Warning") ?? "";
        } catch (error) {
          message.className = "wrong";
          message.textContent = error.message;
        }
      });
    </script>
    """
}
