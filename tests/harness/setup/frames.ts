const { createElement } = Document.prototype

/** Gives frames the window's own databases. Those of jsdom have none, and creating one takes 30 ms. */
document.createElement = (name: string, options?: ElementCreationOptions) =>
  name === 'iframe'
    ? Object.assign(createElement.call(document, 'span'), { contentWindow: globalThis })
    : createElement.call(document, name, options)
