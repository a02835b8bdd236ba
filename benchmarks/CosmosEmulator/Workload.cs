namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>Requests of one kind against one container.</summary>
/// <param name="Operations">The number of operations in a turn: enough for about a second of the server's CPU.</param>
/// <param name="Run">Runs operation n.</param>
internal sealed record Workload(
    string Name, DocumentSet Documents, int Parallelism, int Operations, Func<Target, DocumentSet, int, Task> Run)
{
    /// <summary>The number of different operations. After them, the same ones are repeated.</summary>
    public const int Variants = 8_000;

    private static readonly DocumentSet Deliveries = new("deliveries", "/deliveryId", Months: 20, PerMonth: 5, Size: 1_000);
    private static readonly DocumentSet Owners = new("owners", DocumentSet.OwnerPath, Months: 2, PerMonth: 4, Size: 1_000);
    private static readonly DocumentSet Writes = new("writes", "/deliveryId", Months: 1, PerMonth: 2, Size: 1_000);

    public static IReadOnlyList<Workload> All { get; } =
    [
        new("point read of 1 KB", Deliveries, 32, 20_000, Requests.ReadAsync),
        new("upsert of 1 KB, three indexed paths", Writes, 32, 12_000, Requests.UpsertAsync),
        new("query of 4 rows in one partition", Owners, 32, 12_000, Requests.QueryAsync),
        new("fan-out over 9 partitions, 5 rows", Deliveries, 8, 2_400, Requests.FanOutAsync),
    ];

    public static IEnumerable<DocumentSet> Containers => All.Select(workload => workload.Documents).Distinct();

    /// <summary>Runs operations, a number of them at the same time.</summary>
    public async Task RunAsync(Target target, int first, int count, CancellationToken cancellationToken)
    {
        var next = first - 1;
        await Task.WhenAll(Enumerable.Range(0, Parallelism).Select(_ => Task.Run(WorkAsync, cancellationToken)));

        async Task WorkAsync()
        {
            while (Interlocked.Increment(ref next) is var number && number < first + count)
            {
                cancellationToken.ThrowIfCancellationRequested();
                await Run(target, Documents, number % Variants);
            }
        }
    }
}
