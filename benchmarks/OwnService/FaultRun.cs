using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.OwnService.Benchmarks;

/// <summary>A run of a system with a planted fault, and what <c>explain</c> says of it.</summary>
/// <param name="Fault">The planted fault, or <see cref="SampleSystem.NoFault"/>.</param>
internal sealed record FaultRun(SampleSystem System, string Fault, string Folder, Explanation Explanation)
{
    /// <summary>Whether the first finding is the planted fault; without a fault, whether no finding is certain.</summary>
    public bool IsRight => Fault == SampleSystem.NoFault
        ? !HasWrongCertainty
        : Explanation.Findings is [var first, ..] && ExpectedCause.Find(System.Name, Fault).IsMetBy(first);

    /// <summary>Whether a cause that is not the planted fault is reported as certain.</summary>
    public bool HasWrongCertainty => Explanation.Findings.Any(finding =>
        finding.IsCertain && (Fault == SampleSystem.NoFault || !ExpectedCause.Find(System.Name, Fault).Allows(finding)));

    public static async Task<FaultRun> MeasureAsync(
        SampleSystem system, string fault, LabProcess lab, CancellationToken cancellationToken)
    {
        var port = FreePorts.Find(1)[0];
        await using var running = await system.StartAsync(fault, new Uri($"http://127.0.0.1:{port}"));
        var folder = await lab.MeasureAsync(system, running, port, cancellationToken);
        return new(system, fault, folder, await lab.ExplainAsync(folder, cancellationToken));
    }

    public override string ToString()
    {
        var first = Explanation.Findings is [var finding, ..]
            ? $"{finding.Cause}, {finding.Confidence}, {finding.Share:P0}: {finding.Title}"
            : Explanation.Verdict;
        return $"{(IsRight && !HasWrongCertainty ? "right" : "WRONG"),-5}  {System.Name,-6}  {Fault,-15}  {first}";
    }
}
