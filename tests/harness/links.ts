import { waitFor } from '@testing-library/react'

/** Links of the screen's matter by what they are called: a role query would work out the names of all that is there. */
export function linksCalled(name: string | RegExp): HTMLAnchorElement[] {
  return [...document.querySelectorAll<HTMLAnchorElement>('main a')].filter((link) => {
    const called = (link.getAttribute('aria-label') ?? link.textContent ?? '').trim()
    return typeof name === 'string' ? called === name : name.test(called)
  })
}

/** Waits until there is one; the first screen of a file brings all of its code along, which takes a busy machine long. */
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
