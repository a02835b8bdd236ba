using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.CosmosEmulator.Benchmarks;

/// <summary>
/// The server's CPU for one operation in relation to that of the npm package <c>@vercel/cosmosdb-server</c>. It has no indexes,
/// so its containers are small, and refuses queries of all partitions as the SDK sends them.
/// </summary>
internal static class NodePeer
{
    private const string Package = "@vercel/cosmosdb-server@1.0.1";

    private const string Script =
        """
        const server = require("@vercel/cosmosdb-server").createHttpServer({ keepAlive: true });
        server.listen(0, "127.0.0.1", () => console.log(`Now listening on: http://127.0.0.1:${server.address().port}`));
        process.stdin.resume().on("end", () => process.exit());
        """;

    private static readonly DocumentSet Deliveries = new("deliveries", "/deliveryId", Months: 2, PerMonth: 4, Size: 1_000)
    {
        Owners = 50,
        Partitions = 1,
    };

    private static readonly DocumentSet Owners = Deliveries with { Container = "owners", KeyPath = DocumentSet.OwnerPath };
    private static readonly DocumentSet Writes = Deliveries with { Container = "writes" };

    private static readonly Workload[] Workloads =
    [
        new("point read of 1 KB", Deliveries, 8, 4_000, Requests.ReadAsync),
        new("upsert of 1 KB", Writes, 8, 4_000, Requests.UpsertAsync),
        new("query of 4 rows in one partition", Owners, 8, 2_000, Requests.QueryAsync),
    ];

    /// <exception cref="InvalidOperationException">npm is missing, or does not have the package.</exception>
    public static async Task MeasureAsync(EmulatorBuild build, int rounds, CancellationToken cancellationToken)
    {
        var folder = Directory.CreateTempSubdirectory("node-peer-");
        try
        {
            await Console.Error.WriteLineAsync($"Installing {Package}");
            await Tool.RunAsync(cancellationToken, "npm", "install", "--prefix", folder.FullName, "--no-audit", "--no-fund", Package);
            var modules = new Dictionary<string, string> { ["NODE_PATH"] = Path.Combine(folder.FullName, "node_modules") };
            await using var emulator = await Target.StartAsync(build);
            await using var peer = new Target(Package, await ServerProcess.StartAsync("node", ["-e", Script], modules));
            foreach (var documents in new[] { Deliveries, Owners, Writes })
            {
                await documents.ImportAsync(emulator.Process.Address);
                await documents.CreateAsync(peer, cancellationToken);
            }

            await OperationCosts.MeasureAsync([emulator, peer], Workloads, rounds, cancellationToken);
        }
        finally
        {
            folder.Delete(recursive: true);
        }
    }
}
