using System.Net;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Tests.Hosting;

namespace DroneDelivery.CosmosEmulator.Tests.Admin;

public sealed class SettingsTests
{
    private const string Settings = "_emulator/settings";
    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    [Fact]
    public async Task Settings_OfANewEmulator_AreNoLatencyAndNoFaults()
    {
        await using var emulator = await EmulatorHost.StartAsync();

        Assert.Equal(
            """
            {"latency":{"meanMs":0,"coefficientOfVariation":0,"seed":1},"faults":{"slowPartitions":{},"errorShare":0,"errorStatus":503,"seed":1}}
            """,
            await emulator.Http.GetStringAsync(Settings, Cancellation));
    }

    [Fact]
    public async Task Settings_ThatLeaveMembersOut_KeepThem()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutAsync(emulator, """{"latency":{"meanMs":48,"seed":7},"faults":{"slowPartitions":{"3":8.5},"errorStatus":500}}""");

        var changed = await PutAsync(emulator, """{"faults":{"errorShare":0.05}}""");
        await PutAsync(emulator, """{"latency":{"coefficientOfVariation":0.5}}""");
        await emulator.Http.PostAsync("_emulator/reset", null, Cancellation);

        const string faults = """{"slowPartitions":{"3":8.5},"errorShare":0.05,"errorStatus":500,"seed":1}""";
        Assert.EndsWith($"\"faults\":{faults}}}", changed.Text);
        Assert.Equal(
            $$"""{"latency":{"meanMs":48,"coefficientOfVariation":0.5,"seed":7},"faults":{{faults}}}""",
            await emulator.Http.GetStringAsync(Settings, Cancellation));
    }

    [Fact]
    public async Task Settings_WithNoSlowPartitions_ClearThem()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        await PutAsync(emulator, """{"faults":{"slowPartitions":{"3":8}}}""");

        var cleared = await PutAsync(emulator, """{"faults":{"slowPartitions":{}}}""");

        Assert.Contains("\"slowPartitions\":{}", cleared.Text);
    }

    [Theory]
    [InlineData("""{"latency":{"meanMs":-1}}""", "The mean latency -1 ms is not between 0 and 60000.")]
    [InlineData("""{"latency":{"coefficientOfVariation":11}}""", "The coefficient of variation 11 is not between 0 and 10.")]
    [InlineData("""{"faults":{"errorShare":1.5}}""", "The error share 1.5 is not between 0 and 1.")]
    [InlineData("""{"faults":{"errorStatus":429}}""", "The error status 429 is not one of 408, 449, 500, 503.")]
    [InlineData("""{"faults":{"slowPartitions":{"x":2}}}""", "'x' is not the id of a partition key range")]
    [InlineData("""{"faults":{"slowPartitions":{"3":0}}}""", "The latency factor 0 of partition 3 is not above 0")]
    [InlineData("""{"faults":{"slowPartitions":{"3":"much"}}}""", "$.faults.slowPartitions.3")]
    [InlineData("""{"faults":{"slowPartition":{"3":8}}}""", "$.faults.slowPartition")]
    [InlineData("""{"latency":null}""", "names neither latency nor faults")]
    [InlineData("{}", "names neither latency nor faults")]
    [InlineData("nonsense", "The body is")]
    public async Task Settings_ThatMakeNoSense_AreRefusedByName(string body, string named)
    {
        await using var emulator = await EmulatorHost.StartAsync();

        var (status, text) = await PutAsync(emulator, body);

        Assert.Equal(HttpStatusCode.BadRequest, status);
        Assert.Contains(named, JsonElement.Parse(text).GetProperty("message").GetString());
    }

    [Fact]
    public async Task Settings_OfWhichOneIsWrong_ChangeNothing()
    {
        await using var emulator = await EmulatorHost.StartAsync();
        var before = await emulator.Http.GetStringAsync(Settings, Cancellation);

        await PutAsync(emulator, """{"latency":{"meanMs":48},"faults":{"errorShare":2}}""");

        Assert.Equal(before, await emulator.Http.GetStringAsync(Settings, Cancellation));
    }

    private static async Task<(HttpStatusCode Status, string Text)> PutAsync(EmulatorHost emulator, string body)
    {
        using var content = new StringContent(body);
        using var response = await emulator.Http.PutAsync(Settings, content, Cancellation);
        return (response.StatusCode, await response.Content.ReadAsStringAsync(Cancellation));
    }
}
