// What one can do with a job.
import { deleteJob, tellJob } from "../../api/client";
import type { JobReport } from "../../api/types";
import { sayError } from "../../app/messages";
import { foundNumber, isOver } from "./words";

type Telling = Parameters<typeof tellJob>[1];

/** Pause, resume, cancel, delete: those that make sense now, where none comes to lie in the place
 * of another that was just pressed. */
export function JobButtons(props: {
  job: JobReport;
  onJob: (job: JobReport) => void;
  onDeleted: () => void;
}) {
  const { job } = props;
  const tell = async (what: Telling) => {
    try {
      props.onJob(await tellJob(job.id, what));
    } catch (error) {
      sayError(error);
    }
  };
  const remove = async () => {
    if (foundNumber(job) && !confirm("Delete this job and the solutions that it found?")) return;
    try {
      await deleteJob(job.id);
      props.onDeleted();
    } catch (error) {
      sayError(error);
    }
  };
  const button = (what: Telling, label: string) => (
    <button type="button" class="telling" onClick={() => tell(what)}>
      {label}
    </button>
  );
  return (
    <>
      {(job.state === "running" || job.state === "queued") && button("pause", "Pause")}
      {job.state === "paused" && button("resume", "Resume")}
      {!isOver(job) && button("cancel", "Cancel")}
      {isOver(job) && (
        <button type="button" onClick={remove}>
          Delete
        </button>
      )}
    </>
  );
}
