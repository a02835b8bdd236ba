using DroneDelivery.Shared.Benchmarks;

namespace DroneDelivery.Tracing.Benchmarks;

/// <summary>
/// Runs one gateway for each mode side by side and loads them in short turns: whatever else the machine does meets all of them.
/// </summary>
internal sealed class Measurement(StubWorld world) : IAsyncDisposable
{
    private readonly List<(TraceMode Mode, ServerProcess Process, Load Load)> _gateways = [];

    public static async Task<IReadOnlyList<Cost>> MeasureSetAsync(int set, StubWorld world)
    {
        await using var measurement = new Measurement(world);
        await measurement.StartAsync();
        var costs = new List<Cost>();
        for (var i = 0; i < Plan.RoundsOfASet; i++)
        {
            var round = await measurement.MeasureRoundAsync((set * Plan.RoundsOfASet) + i);
            Report(round);
            costs.AddRange(round);
        }

        return costs;
    }

    public async ValueTask DisposeAsync()
    {
        foreach (var (_, process, load) in _gateways)
        {
            load.Dispose();
            await process.DisposeAsync();
        }
    }

    private static void Report(Cost[] round) =>
        Console.Error.WriteLine(string.Join(", ", round.Select(cost => $"{cost.Mode.Title} {cost.Microseconds:0} us")));

    private async Task StartAsync()
    {
        foreach (var mode in TraceMode.All)
        {
            var process = await GatewayProcess.StartAsync(world.Backend, mode.Flags, world.CollectorFor(mode));
            _gateways.Add((mode, process, new Load(process.Address)));
        }

        await LoadInTurnsAsync(Plan.WarmUpRequests);
        await Task.Delay(Plan.Settle);
    }

    private async Task<Cost[]> MeasureRoundAsync(int round)
    {
        var before = Count();
        await LoadInTurnsAsync(Plan.RequestsOfARound);
        await Task.Delay(Plan.Settle);
        return [.. before.Zip(Count(), (from, to) => new Cost(
            round,
            from.Mode,
            (to.ProcessorTime - from.ProcessorTime).TotalMicroseconds / Plan.RequestsOfARound,
            (to.Traced - from.Traced) / (double)Plan.RequestsOfARound))];
    }

    private async Task LoadInTurnsAsync(int requests)
    {
        for (var turn = 0; turn < requests / Plan.RequestsOfATurn; turn++)
        {
            for (var i = 0; i < _gateways.Count; i++)
            {
                await _gateways[(turn + i) % _gateways.Count].Load.SendAsync(Plan.RequestsOfATurn);
            }
        }
    }

    private (TraceMode Mode, TimeSpan ProcessorTime, long Traced)[] Count() =>
        [.. _gateways.Select(gateway => (gateway.Mode, gateway.Process.ProcessorTime, world.TracedBy(gateway.Mode)))];
}
