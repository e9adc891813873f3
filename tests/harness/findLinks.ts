import { waitFor } from '@testing-library/react'

/** Finds links in `main` by accessible name. A role query would compute the name of every element, which is slow. */
export function linksCalled(name: string | RegExp): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter((link) => {
    const called = (link.getAttribute('aria-label') ?? link.textContent ?? '').trim()
    return typeof name === 'string' ? called === name : name.test(called)
  })
}

/** Waits for a link. The first screen of a test file loads all of its code, which takes long on a busy machine. */
export async function linkCalled(name: string | RegExp): Promise<HTMLAnchorElement> {
  return waitFor(
    () => {
      const [link] = linksCalled(name)
      if (!link) throw new Error(`no link is called ${name}`)
      return link
    },
    { timeout: 20_000 },
  )
}
