/** How the built page names the font it is drawn with, ahead of what asks for it. */
export const PAGE_FONT = /<link rel="preload"[^>]*as="font"[^>]*>/
