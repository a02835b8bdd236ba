namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>
/// Runs one gateway for each mode side by side and loads them in turns, each round beginning with another: whatever else the
/// machine does meets all of them.
/// </summary>
internal static class Measurement
{
    private static int _rounds;

    public static async Task<IReadOnlyList<Cost>> MeasureSetAsync(StubWorld world)
    {
        var gateways = new List<(TraceMode Mode, GatewayProcess Gateway)>();
        try
        {
            foreach (var mode in TraceMode.All)
            {
                gateways.Add((mode, await GatewayProcess.StartAsync(mode, world)));
                await Load.SendAsync(gateways[^1].Gateway.Address, Plan.WarmUpRequests);
            }

            return await MeasureRoundsAsync(gateways, world);
        }
        finally
        {
            foreach (var (_, gateway) in gateways)
            {
                await gateway.DisposeAsync();
            }
        }
    }

    private static async Task<IReadOnlyList<Cost>> MeasureRoundsAsync(
        List<(TraceMode Mode, GatewayProcess Gateway)> gateways, StubWorld world)
    {
        await Task.Delay(Plan.Settle);
        var costs = new List<Cost>();
        for (var i = 0; i < Plan.RoundsOfASet; i++, _rounds++)
        {
            for (var turn = 0; turn < gateways.Count; turn++)
            {
                var (mode, gateway) = gateways[(i + turn) % gateways.Count];
                costs.Add(await MeasureAsync(mode, gateway, world));
            }
        }

        return costs;
    }

    private static async Task<Cost> MeasureAsync(TraceMode mode, GatewayProcess gateway, StubWorld world)
    {
        var (processor, traced) = (gateway.ProcessorTime, world.Traced);
        await Load.SendAsync(gateway.Address, Plan.RequestsOfARound);
        await Task.Delay(Plan.Settle);
        return new Cost(
            _rounds,
            mode,
            (gateway.ProcessorTime - processor).TotalMicroseconds / Plan.RequestsOfARound,
            (world.Traced - traced) / (double)Plan.RequestsOfARound);
    }
}
