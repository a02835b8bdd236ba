using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Lab.Capacity;
using DroneDelivery.LoadTests.Lab.Targets;

namespace DroneDelivery.Lab.Tests.Capacity;

/// <summary>
/// What is counted, not how fast it is, of real load on a real socket for a few seconds. The rate is low: with little CPU, none
/// of 100 handshakes a second ended within the objective.
/// </summary>
public sealed class TrialRunnerSocketTests
{
    private static readonly TimeSpan Objective = TimeSpan.FromSeconds(1);
    private static readonly PlannedTrial Plan = new(TrialPurpose.Doubling, Rate: 10, Seconds: 3, SettlingSeconds: 1);

    [Fact]
    public async Task RunAsync_AnswersInTime_ArrivalsAreGood()
    {
        await using var server = await StubServer.StartAsync();

        var trial = await RunAsync(server.Address, LoadVariant.Usual);

        Assert.InRange(trial.Arrivals, 15, 45);
        Assert.InRange(trial.Good, 1, trial.Arrivals);
        Assert.InRange(trial.Throughput, 0.001, 1_000);
        Assert.InRange(trial.P50Ms.Milliseconds!.Value, 0.001, Objective.TotalMilliseconds);
        Assert.InRange(trial.InFlight, 0.000001, 100);
        Assert.InRange(trial.CpuShare, 0, 1.05);
    }

    [Fact]
    public async Task RunAsync_EveryAnswerAFailure_EveryArrivalMisses()
    {
        await using var server = await StubServer.StartAsync();

        var trial = await RunAsync(server.Address + "/fail", LoadVariant.Usual);

        Assert.Equal((0, 0, 1), (trial.Good, trial.Throughput, trial.MissedShare));
    }

    [Fact]
    public async Task RunAsync_ClosedLoop_CountsWhatItsUsersAsked()
    {
        await using var server = await StubServer.StartAsync();

        var trial = await RunAsync(server.Address, LoadVariant.ForComparison("loop").Single(variant => variant.ClosedLoop), users: 2);

        Assert.Equal(2, trial.OfferedRate);
        Assert.InRange(trial.Good, 1, trial.Arrivals);
        Assert.InRange(trial.Arrivals, 1, server.Requests);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task RunAsync_Connections_AreOpenedAndTimedWithoutRequests(bool tls)
    {
        await using var server = await StubServer.StartAsync(tls);

        var trial = await RunAsync(server.Address, LoadVariant.ForConnections(tls));

        Assert.InRange(trial.Good, 1, trial.Arrivals);
        Assert.Equal((0, tls), (server.Requests, trial.TlsHandshakes is not null));
        Assert.InRange(trial.TcpConnects!.MeanMs, 0.000001, trial.TcpConnects.MaxMs!.Value);
        Assert.InRange(server.Connections.Accepted, 1, int.MaxValue);
    }

    [Fact]
    public async Task RunAsync_NewConnectionsOverTls_TimesTheirHandshakes()
    {
        await using var server = await StubServer.StartAsync(tls: true);
        var variants = LoadVariant.ForComparison("connections");

        var opened = await RunAsync(server.Address, variants.Single(variant => variant.NewConnections));
        var kept = await RunAsync(server.Address, variants.Single(variant => !variant.NewConnections));

        Assert.InRange(opened.TlsHandshakes!.MeanMs, 0.000001, opened.TlsHandshakes.MaxMs!.Value);
        Assert.Null(kept.TlsHandshakes ?? kept.TcpConnects);
    }

    [Fact]
    public async Task RunAsync_Bodies_ArePostedWithTheirSize()
    {
        await using var server = await StubServer.StartAsync();

        var trial = await RunAsync(server.Address + "/items", Assert.Single(LoadVariant.ForBodies(["3KiB"], "--body-sizes")));

        Assert.InRange(trial.Good, 1, trial.Arrivals);
        Assert.Equal((3_072, "application/octet-stream"), (server.LastBody.Length, server.LastHeaders["Content-Type"]));
    }

    [Fact]
    public async Task RunAsync_KnownProcess_HasItsCpuAndItsResources()
    {
        await using var server = await StubServer.StartAsync();

        var trial = await RunAsync(server.Address, LoadVariant.Usual, processes: ("shop", Environment.ProcessId));

        Assert.False(trial.CpuOfGeneratorOnly);
        Assert.Equal(
            OperatingSystem.IsLinux(),
            trial.Resources.Any(use => use is { Resource: "handles", Owner: "shop", Used: > 0, Share: > 0 and < 1 }));
    }

    private static async Task<CapacityTrial> RunAsync(
        string address, LoadVariant variant, int? users = null, params IReadOnlyList<(string Name, int ProcessId)> processes)
    {
        await using var target = new UrlTarget(new Uri(address), acceptAnyCertificate: true, processes);
        using var runner = new TrialRunner(target, variant, Objective, TimeProvider.System) { LongestDrain = TimeSpan.FromSeconds(0.5) };
        var trial = await runner.RunAsync(Plan with { Rate = users ?? Plan.Rate }, TestContext.Current.CancellationToken);
        Assert.NotNull(trial);
        return trial;
    }
}
