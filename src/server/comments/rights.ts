import { mayDo } from '../../contract/index.ts'
import type { CommentRow } from '../db/index.ts'
import { type Caller, idOf } from '../http/caller.ts'

type Written = Pick<CommentRow, 'author_kind' | 'author_id'>

/** True for the author, unless the author's role no longer allows changes. */
export const mayEdit = ({ actor, role }: Caller, { author_kind, author_id }: Written): boolean =>
  mayDo(role, 'contributor') && actor.kind === author_kind && idOf(actor) === author_id

export const mayDelete = (caller: Caller, comment: Written): boolean =>
  mayEdit(caller, comment) || mayDo(caller.role, 'admin')
