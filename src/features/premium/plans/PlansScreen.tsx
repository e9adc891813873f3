import { Link } from '@tanstack/react-router'
import { plans } from '#data/areas/premium.ts'
import { useRead } from '#data/react/readHooks.ts'
import { ReadView } from '#parts/lists/ReadView.tsx'
import { ResultSummary } from '#parts/lists/ResultSummary.tsx'
import { premiumText } from '#text/premium.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { PlanCards, PlanCardsSkeleton } from './PlanCards.tsx'
import styles from './PlansScreen.module.css'
import { PurchaseSteps } from './PurchaseSteps.tsx'

export function PlansScreen() {
  return (
    <Page title={premiumText.plans} description={premiumText.about}>
      <p className={styles.intro}>{premiumText.intro}</p>
      <Plans />
      <PurchaseSteps />
      <p className={styles.gift}>
        <Link to="/gift">{premiumText.gift}</Link>
      </p>
    </Page>
  )
}

/** The plans, with their loading, error and offline states. */
export function Plans({ heading }: { heading?: 'h2' | 'h3' }) {
  const view = useRead(plans())
  return (
    <ReadView
      view={view}
      skeleton={<PlanCardsSkeleton />}
      isEmpty={(all) => all.length === 0}
      empty={<EmptyState drawing={<EmptyDrawing />} title={premiumText.none} heading="p" announce />}
    >
      {(all, age) => (
        <>
          {age !== undefined && <ResultSummary text={age} />}
          <PlanCards plans={all} {...(heading === undefined ? {} : { heading })} />
        </>
      )}
    </ReadView>
  )
}
