// The page's WebSocket: receives changes, and sends actions, each with a reply.

export class Link {
  constructor(onChanges) {
    this.onChanges = onChanges;
    this.number = 0;
    this.waiting = new Map();
    this.open();
  }

  open() {
    const token = document.querySelector("meta[name=token]").content;
    this.socket = new WebSocket(`ws://${location.host}/live`);
    this.socket.addEventListener("open", () => this.socket.send(JSON.stringify({ token })));
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  receive(message) {
    if (!("reply" in message)) return this.onChanges(message);
    const { resolve, reject } = this.waiting.get(message.reply);
    this.waiting.delete(message.reply);
    if (message.error) reject(new Error(message.error));
    else resolve(message.result);
  }

  // The playground was stopped: poll until it is back, then reload the page for its new token.
  async lost() {
    document.body.classList.add("away");
    for (;;) {
      await new Promise((resume) => setTimeout(resume, 500));
      try {
        if ((await fetch("/", { cache: "no-store" })).ok) return location.reload();
      } catch { /* not yet */ }
    }
  }

  send(action, details) {
    const number = ++this.number;
    return new Promise((resolve, reject) => {
      this.waiting.set(number, { resolve, reject });
      this.socket.send(JSON.stringify({ number, do: action, ...details }));
    });
  }
}
