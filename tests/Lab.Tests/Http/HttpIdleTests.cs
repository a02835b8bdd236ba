using System.Text.Json;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.TestSupport;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>Connections that are held open during a load, against a real server.</summary>
public sealed class HttpIdleTests : ServedTests
{
    private string Json => In("a.json");

    [Fact]
    public async Task Idle_ServerThatHoldsThem_AreOpenUntilTheEndAsync()
    {
        var run = await RunWithLoadAsync(Server.Address, "--idle-connections", "50");

        Assert.Matches("idle +50 connections asked for, 50 opened, 0 refused, 50 still open at the end", run.Output);
        Assert.InRange(Server.Connections.Accepted, 51, 60);
        using var json = JsonDocument.Parse(await File.ReadAllTextAsync(Json, TestContext.Current.CancellationToken));
        Assert.Equal(50, json.RootElement.GetProperty("idle").GetProperty("openAtEnd").GetInt64());
    }

    [Fact]
    public async Task Idle_ServerThatClosesSome_AreNotCountedAsOpenAsync()
    {
        var run = await RunWithLoadAsync($"{Server.Address}/drop/20", "--idle-connections", "50");

        Assert.Matches("idle +50 connections asked for, 50 opened, 0 refused, 30 still open at the end", run.Output);
    }

    [Fact]
    public async Task Idle_ServerThatIsNotThere_EndsAtOnceAsync()
    {
        using var port = new UnansweredPort();

        var error = await Assert.ThrowsAsync<LabException>(() => RunWithLoadAsync($"{port.Address}", "--idle-connections", "5"));

        Assert.StartsWith("Nothing listens at 127.0.0.1:", error.Message);
    }

    [Fact]
    public async Task Idle_NotAskedFor_IsNotSpokenOfAsync() =>
        Assert.DoesNotContain("idle", (await RunWithLoadAsync(Server.Address)).Output);

    private Task<CommandRun> RunWithLoadAsync(params string[] arguments) =>
        HttpUntilAskedAsync(40, [.. arguments, "--users", "1", "--pace", "50ms", "--for", "60s", "--json", Json]);
}
