/** Tasks that were deleted, and their ways out of the bin. */
import { useDeletedTasksQuery } from "../../api/bin";
import { useTaskDesk } from "../../lists/desks/tasks";
import { binned } from "../../lists/kinds/binned";
import { NO_TASK_WORD, TASK } from "../../lists/kinds/task";

export default binned({
  making: { of: TASK, nothing: NO_TASK_WORD },
  useDeleted: (unless) => useDeletedTasksQuery(undefined, unless),
  useDesk: useTaskDesk,
});
