import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call, invalidate } from '../../api/index.ts'
import { toast, toastProblem } from '../../design/index.ts'
import { type Label, labelsQuery, type VersionPages, versionsQuery } from '../page/queries.ts'

interface Move {
  readonly label: Label
  readonly to: number
  readonly isUndo?: boolean
}

/** Moves a label. The move is shown at once, and undone if the server refuses it or the person undoes it. */
export function useMoveLabel(promptId: string) {
  const client = useQueryClient()
  const labels = labelsQuery(promptId).queryKey
  const versions = versionsQuery(promptId).queryKey
  const move = useMutation({
    mutationFn: ({ label, to }: Move) =>
      call('moveLabel', { params: { prompt_label_id: label.id }, body: { prompt_version_number: to } }),
    onMutate: async ({ label, to }) => {
      await client.cancelQueries({ queryKey: ['prompt', promptId] })
      const before = [client.getQueryData(labels), client.getQueryData(versions)] as const
      client.setQueryData(
        labels,
        before[0]?.map((other) => (other.id === label.id ? { ...other, version: to } : other)),
      )
      client.setQueryData(versions, before[1] && withLabelAt(before[1], label, to))
      return before
    },
    onSuccess: (_answer, { label, to, isUndo }) =>
      toast(
        `${label.name} moved ${isUndo ? 'back ' : ''}to v${to}`,
        isUndo
          ? {}
          : {
              undo: () => move.mutate({ label: { ...label, version: to }, to: label.version, isUndo: true }),
            },
      ),
    onError: (error, _move, before) => {
      client.setQueryData(labels, before?.[0])
      client.setQueryData(versions, before?.[1])
      toastProblem(error)
    },
    onSettled: () => {
      void invalidate(['prompt', promptId], 'prompts')
    },
  })
  return move.mutate
}

const withLabelAt = (pages: VersionPages, label: Label, to: number): VersionPages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    versions: page.versions.map((version) => {
      const others = version.labels.filter(({ id }) => id !== label.id)
      const labels = version.version === to ? [...others, { id: label.id, name: label.name }] : others
      return { ...version, labels }
    }),
  })),
})
