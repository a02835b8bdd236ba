using DroneDelivery.LoadTests.Insight.Queries;
using DroneDelivery.LoadTests.Insight.Runs;

namespace DroneDelivery.LoadTests.Insight.Reports;

/// <summary>What the named queries say of a run: the same figures that a reader gets who asks by name.</summary>
/// <param name="Operation">One call of the operation under study, by partition and kind of call.</param>
/// <param name="BackendCalls">From the gateway, the slowest first.</param>
/// <param name="Slowest">The slowest first.</param>
internal sealed record RunAnswers(
    IReadOnlyList<OperationCalls> Operation,
    IReadOnlyList<DependencyCalls> BackendCalls,
    IReadOnlyList<PartitionUse> Partitions,
    IReadOnlyList<AnswersByStatus> Statuses,
    IReadOnlyList<SlowRequest> Slowest)
{
    private const string Gateway = "gateway";

    public static RunAnswers None { get; } = new([], [], [], [], []);

    /// <summary>None of a folder whose samples were not kept.</summary>
    public static RunAnswers Of(RunFolder folder)
    {
        if (!File.Exists(folder.DatabaseFile))
        {
            return None;
        }

        using var database = RunDatabase.OpenRead(folder);
        return new RunAnswers(
            NamedQueries.CallsPerOperation(database),
            [.. NamedQueries.ByDependency(database).Where(calls => calls.Caller == Gateway)],
            NamedQueries.ByPartition(database),
            NamedQueries.ByStatus(database),
            NamedQueries.Slowest(database));
    }
}
