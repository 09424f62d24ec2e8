/** The documents of tests lay nothing out: nothing in them is ever resized, and scrolling is a number. */
class NothingResized implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (typeof document !== "undefined") {
  globalThis.ResizeObserver ??= NothingResized;
  Element.prototype.scrollTo = function scrollTo(this: Element, to?: ScrollToOptions | number): void {
    if (typeof to === "object" && to.top !== undefined) this.scrollTop = to.top;
  };
}
