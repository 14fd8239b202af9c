// The page's one line to the playground: it hears changes and sends actions, each with its own answer.

export class Link {
  constructor(hear) {
    this.hear = hear;
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

  receive(news) {
    if (!("reply" in news)) return this.hear(news);
    const { resolve, reject } = this.waiting.get(news.reply);
    this.waiting.delete(news.reply);
    if (news.error) reject(new Error(news.error));
    else resolve(news.result);
  }

  // The playground was stopped: wait until it is back, then begin again with its new token.
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
