/** How the built page preloads its main font, ahead of the style sheet that uses it. */
export const PAGE_FONT = /<link rel="preload"[^>]*as="font"[^>]*>/
