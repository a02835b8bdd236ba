namespace DroneDelivery.LoadTests.Lab.Running;

/// <summary>The envelope of a lab without run folders: checks the machine, and then watches it until the end.</summary>
internal sealed class StudyRecording
{
    private readonly StudyEnvelope _envelope;
    private readonly CpuReading? _start = CpuReading.Now();

    private StudyRecording(StudyEnvelope envelope) => _envelope = envelope;

    /// <param name="command">The command line that repeats the lab.</param>
    public static StudyRecording Begin(string lab, string title, string command, TimeProvider time) => new(
        new StudyEnvelope(
            lab, title, time.GetUtcNow(), command, RunManifestBuilder.FindCommit(), RunManifestBuilder.ExamineMachine(time))
        {
            DebugBuild = MachineReader.IsDebugBuild,
        });

    /// <param name="failure">Why the lab ended early, as text for users; null if it did not.</param>
    /// <param name="knowsSystem">False if the lab did not start the system under test; the CPU of others is then unknown.</param>
    /// <param name="cancellationToken">Cancelled by Ctrl+C.</param>
    public StudyEnvelope End(string? failure, bool knowsSystem, CancellationToken cancellationToken) => _envelope with
    {
        Interrupted = cancellationToken.IsCancellationRequested,
        Failure = failure,
        Machine = _envelope.Machine with { DuringRun = CpuReading.Between(_start, CpuReading.Now(), knowsSystem) },
    };
}
