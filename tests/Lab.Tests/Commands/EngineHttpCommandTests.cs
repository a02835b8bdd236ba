using DroneDelivery.Lab.Tests.Http;
using DroneDelivery.LoadTests.Engine.Profiles;
using DroneDelivery.LoadTests.Lab.Commands;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Commands;

public sealed class EngineHttpCommandTests : ServedTests
{
    private static readonly LoadEngine BuiltIn = LoadEngine.BuiltIn(TimeProvider.System);

    [Fact]
    public async Task Http_SideBySide_RunsTheLoadOnBothAndWritesThePageAsync()
    {
        var run = await RunAsync(
            Server.Address, "--users", "2", "--for", "2s", "--think", "100ms", "--warm-up", "0", "--side-by-side");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains($"GET {Server.Address}/, closed loop, 2 users for 2 s", run.Output);
        Assert.Matches("built-in +other +difference", run.Output);
        Assert.Single(Directory.GetFiles(Folder, "engines.html", SearchOption.AllDirectories));
    }

    [Fact]
    public async Task Http_OneEngine_HasAColumnAndNoDifferencesAsync()
    {
        var run = await RunAsync(Server.Address, "--open", "10/s", "--for", "2s", "--warm-up", "0");

        Assert.Equal(0, run.ExitCode);
        Assert.Matches("Requests asked for +20", run.Output);
        Assert.DoesNotContain("difference", run.Output);
    }

    [Theory]
    [InlineData("--pace", "10ms", "no pacing here")]
    [InlineData("--requests", "9", "--requests belongs to the built-in engine. Use ./lab http.")]
    [InlineData("--threshold", "p99<9s", "--threshold needs figures that other does not report. Use ./lab http.")]
    public async Task Http_WhatTheEngineCannotDo_IsAWrongCommandLineAsync(string option, string value, string reason)
    {
        var run = await RunAsync(Server.Address, "--users", "2", option, value);

        Assert.Equal(2, run.ExitCode);
        Assert.Equal(reason, run.Error.Trim());
        Assert.Equal(0, Server.Requests);
    }

    [Fact]
    public async Task Http_ServerThatRefuses_EndsWithFailureAndItsReasonAsync()
    {
        var run = await RunAsync(
            $"{Server.Address}/fail", "--users", "1", "--for", "2s", "--think", "100ms", "--warm-up", "0", "--side-by-side");

        Assert.Equal(1, run.ExitCode);
        Assert.Matches(@"other: [\d,]+ requests? failed \(HTTP 503: [\d,]+\)", run.Output);
    }

    [Fact]
    public async Task Http_OneEngineAndAServerThatRefuses_SaysWhyRequestsFailedAsync()
    {
        var run = await RunAsync($"{Server.Address}/fail", "--users", "1", "--for", "2s", "--think", "100ms", "--warm-up", "0");

        Assert.Equal(1, run.ExitCode);
        Assert.Matches(@"other: [\d,]+ requests? failed \(HTTP 503: [\d,]+\); they count in the latency\.", run.Output);
    }

    private Task<CommandRun> RunAsync(params string[] arguments)
    {
        var engine = BuiltIn with
        {
            Name = "other",
            WhyNot = profile => profile is ClosedLoopProfile { Pacing.Ticks: > 0 } ? "no pacing here" : null,
        };
        return CommandRun.RunAsync(
            EngineHttpCommand.Create(engine, TimeProvider.System, BuiltIn),
            [.. arguments, "--runs", Folder]);
    }
}
