import { Link } from '@tanstack/react-router'
import { signedOutText } from '#text/access.ts'
import { buttonClass } from '#ui/Button.tsx'
import { GuestDrawing } from '#ui/illustrations.tsx'
import { Page } from '#ui/Page.tsx'
import { Placard } from '#ui/Placard.tsx'
import { doorTo } from './guard.ts'

/** Stands in place of a personal screen whose person has left in another tab. `here`: where to come back to. */
export function SignedOutScreen({ here }: { here: string }) {
  return (
    <Page title={signedOutText.title} heading={null} unlisted>
      <Placard
        drawing={<GuestDrawing />}
        title={signedOutText.title}
        heading="h1"
        announce
        actions={
          <Link {...doorTo(here)} className={buttonClass('solid')}>
            {signedOutText.login}
          </Link>
        }
      >
        {signedOutText.note}
      </Placard>
    </Page>
  )
}
