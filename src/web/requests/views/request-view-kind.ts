import { call } from '../../api/index.ts'
import {
  addressOf,
  builtInViews,
  isShown,
  type Shown,
  type StoredView,
  savedOf,
  viewOf,
} from './request-views.ts'
import type { ViewKind } from './view-kind.ts'

export const requestViews: ViewKind<Shown, StoredView> = {
  key: ['request-views'],
  builtIn: builtInViews,
  contents: 'these filters, this order and these columns',
  read: async (signal) => (await call('listRequestViews', { signal })).request_views,
  create: async (name, saved) => (await call('createRequestView', { body: { name, ...saved } })).request_view,
  update: async (id, change) =>
    (await call('updateRequestView', { params: { request_view_id: id }, body: change })).request_view,
  remove: (id) => call('deleteRequestView', { params: { request_view_id: id } }),
  viewOf,
  savedOf,
  isShown,
  addressOf,
}
