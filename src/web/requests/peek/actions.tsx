import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { type Answer, call, useMay } from '../../api/index.ts'
import { Button, buttonStyle, copyText, MenuItem, MoreMenu, toastProblem } from '../../design/index.ts'
import { FlaskConical, Table2, Waypoints } from '../../icons/index.ts'
import { AddToTable } from '../add-to-table.tsx'
import { curlOf } from './curl.ts'

/** Copies the request as a curl command, with its media instead of references. */
async function copyCurl(request: Answer<'readRequest'>): Promise<void> {
  const params = { request_id: request.request_id }
  try {
    const withMedia = request.media.length === 0 ? request : await call('readRequest', { params })
    await copyText('cURL', curlOf(withMedia, location.origin))
  } catch (error) {
    toastProblem(error)
  }
}

/** Actions for a request. */
export function Actions({ request }: { request: Answer<'readRequest'> }) {
  const [isAdding, setAdding] = useState(false)
  const mayChange = useMay('contributor')
  const id = request.request_id
  return (
    <div className="flex shrink-0 items-center gap-1.5 border-b bg-surface px-4 py-1.5">
      <Link to="/playground" search={{ request: id }} className={buttonStyle({ size: 'small' })}>
        <FlaskConical />
        Open in playground
      </Link>
      {mayChange && (
        <Button size="small" onClick={() => setAdding(true)}>
          <Table2 />
          Add to table
        </Button>
      )}
      {request.trace_id && (
        <Link
          to="/traces/$traceId"
          params={{ traceId: request.trace_id }}
          search={{ request: id }}
          className={buttonStyle({ size: 'small' })}
        >
          <Waypoints />
          Trace
        </Link>
      )}
      <div className="ml-auto">
        <MoreMenu label={`More for request ${id}`}>
          <MenuItem onSelect={() => void copyCurl(request)}>Copy as cURL</MenuItem>
          <MenuItem onSelect={() => void copyText('id', String(id))}>Copy ID</MenuItem>
          <MenuItem onSelect={() => void copyText('link', `${location.origin}/requests?request=${id}`)}>
            Copy link
          </MenuItem>
        </MoreMenu>
      </div>
      {isAdding && (
        <AddToTable
          name={`request ${id}`}
          source={{ request_log_ids: [id] }}
          onClose={() => setAdding(false)}
        />
      )}
    </div>
  )
}
