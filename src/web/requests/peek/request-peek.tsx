import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import type { Answer } from '../../api/index.ts'
import { useCommentCount } from '../../comments/queries.ts'
import {
  CopyButton,
  JsonValue,
  keyboardScroll,
  QueryState,
  SidePanel,
  SkeletonRows,
  Tabs,
  TipButton,
} from '../../design/index.ts'
import { ChevronDown, ChevronUp, Maximize2, Minimize2, X } from '../../icons/index.ts'
import { lazyScreen } from '../../shell/index.ts'
import { requestQuery } from '../request-query.ts'
import { StatusBadge } from '../status-badge.tsx'
import { valueText } from '../value-text.ts'
import { Actions } from './actions.tsx'
import { Chat } from './chat.tsx'
import { Facts } from './facts.tsx'
import { MetadataTab } from './metadata-tab.tsx'
import { Pairs } from './parts.tsx'
import { ScoresTab } from './scores-tab.tsx'

const CommentThread = lazyScreen(() => import('../../comments/index.ts'), 'CommentThread')
const commentsOf = (id: number) => ({ subject_type: 'request' as const, subject_id: String(id) })

type Tab = 'messages' | 'variables' | 'metadata' | 'scores' | 'comments' | 'raw'
type Request = Answer<'readRequest'>

interface Props {
  readonly id: number
  /** True if the request is shown instead of the list. */
  readonly isWhole: boolean
  readonly firstTab: Tab
  readonly onWhole: (isWhole: boolean) => void
  /** Absent if the request is the first of the list. */
  readonly onPrevious: (() => void) | undefined
  readonly onNext: (() => void) | undefined
  readonly onClose: () => void
}

/** One request, beside the list or instead of it. It is loaded by id, so that links work under any filter. */
export function RequestPeek({ id, isWhole, firstTab, onWhole, onPrevious, onNext, onClose }: Props) {
  const [tab, setTab] = useState(firstTab)
  const comments = useCommentCount(commentsOf(id))
  const { data, error, refetch } = useQuery(requestQuery(id))
  const content = (
    <>
      <header className="flex h-10 shrink-0 items-center gap-2 border-b bg-surface px-4">
        <h2 className="font-semibold">Request {id}</h2>
        <CopyButton name="id" text={String(id)} />
        {data && <StatusBadge status={data.status} />}
        <div className="ml-auto flex items-center gap-0.5">
          <TipButton tip="Previous request" disabled={!onPrevious} onClick={onPrevious}>
            <ChevronUp />
          </TipButton>
          <TipButton tip="Next request" disabled={!onNext} onClick={onNext}>
            <ChevronDown />
          </TipButton>
          <TipButton tip={isWhole ? 'Show the list' : 'Open in full width'} onClick={() => onWhole(!isWhole)}>
            {isWhole ? <Minimize2 /> : <Maximize2 />}
          </TipButton>
          <TipButton tip="Close" onClick={onClose}>
            <X />
          </TipButton>
        </div>
      </header>
      <QueryState query={{ data, error, refetch }} rows={5} />
      {data && (
        <>
          <Facts request={data} />
          <Actions request={data} />
          <Tabs
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'messages',
                label: 'Messages',
                panel: <Chat key={id} request={data} isWide={isWhole} />,
              },
              {
                value: 'variables',
                label: <Counted name="Variables" count={Object.keys(data.prompt_input_variables).length} />,
                panel: <VariablesTab key={id} request={data} />,
              },
              { value: 'metadata', label: 'Metadata', panel: <MetadataTab key={id} request={data} /> },
              {
                value: 'scores',
                label: <Counted name="Scores" count={data.scores.length} />,
                panel: <ScoresTab key={id} request={data} />,
              },
              {
                value: 'comments',
                label: <Counted name="Comments" count={comments} />,
                panel: (
                  <Suspense fallback={<SkeletonRows rows={3} />}>
                    <CommentThread key={id} subject={commentsOf(id)} />
                  </Suspense>
                ),
              },
              { value: 'raw', label: 'Raw', panel: <Raw key={id} request={data} /> },
            ]}
          />
        </>
      )}
    </>
  )
  if (!isWhole)
    return (
      <SidePanel label={`Request ${id}`} name="request">
        {content}
      </SidePanel>
    )
  return (
    <section aria-label={`Request ${id}`} className="flex min-w-0 flex-1 flex-col">
      {content}
    </section>
  )
}

/** The name of a tab with its count. */
const Counted = ({ name, count }: { name: string; count: number }) => (
  <>
    {name} {count > 0 && <span className="text-small text-ink-faint tabular-nums">{count}</span>}
  </>
)

function Raw({ request }: { request: Request }) {
  const { success: _success, ...rest } = request
  return (
    <section aria-label="Raw" {...keyboardScroll} className="h-full overflow-auto px-4 pt-3 pb-4">
      <div className="rounded-lg border bg-surface p-3">
        <JsonValue text={JSON.stringify(rest, null, 2)} />
      </div>
    </section>
  )
}

/** The values of the prompt's variables in this request. */
const VariablesTab = ({ request }: { request: Answer<'readRequest'> }) => (
  <section aria-label="Variables" {...keyboardScroll} className="h-full overflow-auto px-4 pt-3 pb-4">
    <Pairs
      pairs={Object.entries(request.prompt_input_variables).map(
        ([key, value]) => [key, valueText(value)] as const,
      )}
    />
  </section>
)
