import { sendRequest } from '#data/areas/requests.ts'
import { usePendingRequests, useRequests } from '#data/react/listHooks.ts'
import { CachedListView } from '#parts/lists/CachedListView.tsx'
import { requestText } from '#text/requests.ts'
import { EmptyState } from '#ui/feedback/EmptyState.tsx'
import { EmptyDrawing } from '#ui/feedback/illustrations.tsx'
import { Skeleton } from '#ui/feedback/Skeleton.tsx'
import { Page } from '#ui/layout/Page.tsx'
import { FailedRequest } from './FailedRequest.tsx'
import styles from './NewRequestScreen.module.css'
import type { NewRequestAddress } from './newRequestAddress.ts'
import { RequestForm } from './RequestForm.tsx'
import { RequestList } from './RequestList.tsx'
import { useRequestDraft } from './useRequestDraft.ts'

/** Requests missing titles and lists earlier requests. `prefill`: values from a search or a shared link. */
export function NewRequestScreen({ prefill }: { prefill: NewRequestAddress }) {
  return (
    <Page title={requestText.title} unlisted>
      <div className={styles.columns}>
        <section className={styles.write} aria-label={requestText.form}>
          <p className={styles.intro}>{requestText.intro}</p>
          <NewRequest prefill={prefill} />
        </section>
        <section aria-labelledby="requests">
          <h2 id="requests" className={styles.title}>
            {requestText.list}
          </h2>
          <MyRequests />
        </section>
      </div>
    </Page>
  )
}

function NewRequest({ prefill }: { prefill: NewRequestAddress }) {
  const draft = useRequestDraft(prefill)
  if (!draft) return <div className={styles.formSkeleton} />
  const { initial: begun, before, key, save, forget, restore } = draft
  return (
    <>
      {before && (
        <p className={styles.before} role="status">
          {requestText.earlier(before.name)}{' '}
          <button type="button" className={styles.restore} onClick={() => restore(before)}>
            {requestText.bringBack}
          </button>
        </p>
      )}
      <RequestForm
        key={key}
        initial={begun}
        submit={requestText.send}
        onTyped={save}
        onSend={async (request) => {
          await sendRequest(request)
          forget()
          return true
        }}
      />
    </>
  )
}

const WORDS = { ...requestText, failed: requestText.listFailed }

function MyRequests() {
  const view = useRequests()
  const changes = usePendingRequests() ?? []
  const failed = changes.filter(({ failure }) => failure !== undefined)
  return (
    <>
      {failed.length > 0 && (
        <ul className={styles.failed} aria-label={requestText.failed}>
          {failed.map((change) => (
            <li key={change.key}>
              <FailedRequest change={change} />
            </li>
          ))}
        </ul>
      )}
      <CachedListView
        view={view}
        texts={WORDS}
        path="/user/new-request"
        skeleton={<RequestsSkeleton />}
        empty={
          failed.length === 0 && (
            <EmptyState drawing={<EmptyDrawing />} title={requestText.empty} heading="p">
              {requestText.emptyNote}
            </EmptyState>
          )
        }
      >
        {({ items, isOffline }) => <RequestList items={items} changes={changes} isOffline={isOffline} />}
      </CachedListView>
    </>
  )
}

function RequestsSkeleton() {
  return (
    <div role="status" aria-label={requestText.loading} className={styles.skeleton}>
      <Skeleton blockSize={96} radius="var(--radius-m)" />
      <Skeleton blockSize={96} radius="var(--radius-m)" />
      <Skeleton blockSize={96} radius="var(--radius-m)" />
    </div>
  )
}
