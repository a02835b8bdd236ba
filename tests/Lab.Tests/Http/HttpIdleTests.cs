using System.Text.Json;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>Connections that are held open beside a load, against a real server.</summary>
public sealed class HttpIdleTests : IAsyncLifetime
{
    private readonly string _json = Path.Combine(Directory.CreateTempSubdirectory().FullName, "a.json");
    private StubServer _server = null!;

    public async ValueTask InitializeAsync() => _server = await StubServer.StartAsync();

    public async ValueTask DisposeAsync()
    {
        await _server.DisposeAsync();
        Directory.GetParent(_json)!.Delete(recursive: true);
    }

    [Fact]
    public async Task Idle_ServerThatHoldsThem_AreOpenUntilTheEndAsync()
    {
        var run = await HttpAsync(_server.Address, "--idle-connections", "50");

        Assert.Matches("idle +50 connections asked for, 50 opened, 0 refused, 50 still open at the end", run.Output);
        Assert.InRange(_server.Connections.Accepted, 51, 60);
        using var json = JsonDocument.Parse(await File.ReadAllTextAsync(_json, TestContext.Current.CancellationToken));
        Assert.Equal(50, json.RootElement.GetProperty("idle").GetProperty("openAtEnd").GetInt64());
    }

    [Fact]
    public async Task Idle_ServerThatClosesSome_AreNotCountedAsOpenAsync()
    {
        var run = await HttpAsync($"{_server.Address}/drop/20", "--idle-connections", "50");

        Assert.Matches("idle +50 connections asked for, 50 opened, 0 refused, 30 still open at the end", run.Output);
    }

    [Fact]
    public async Task Idle_ServerThatIsNotThere_EndsAtOnceAsync()
    {
        var address = _server.Address;
        await _server.DisposeAsync();

        var error = await Assert.ThrowsAsync<LabException>(() => HttpAsync(address, "--idle-connections", "5"));

        Assert.StartsWith("Nothing listens at 127.0.0.1:", error.Message);
    }

    [Fact]
    public async Task Idle_NotAskedFor_IsNotSpokenOfAsync() =>
        Assert.DoesNotContain("idle", (await HttpAsync(_server.Address)).Output);

    private Task<CommandRun> HttpAsync(params string[] arguments) => CommandRun.OfAsync(
        HttpCommand.Create(TimeProvider.System), [.. arguments, "--users", "1", "--pace", "50ms", "--for", "1s", "--warm-up", "0", "--json", _json]);
}
