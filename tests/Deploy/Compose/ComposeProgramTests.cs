using DroneDelivery.Deploy.Tests.Programs;
using DroneDelivery.LoadTests.Lab;

namespace DroneDelivery.Deploy.Tests.Compose;

/// <summary>Every flag, variable, port and path of the programs' services exists: each program runs with them.</summary>
[Collection(ComposeCollection.Name)]
public sealed class ComposeProgramTests(ComposeSystem system)
{
    [Theory]
    [InlineData("cosmos-emulator")]
    [InlineData("delivery")]
    [InlineData("package")]
    [InlineData("drone-scheduler")]
    [InlineData("gateway")]
    public async Task Program_ConfiguredAsItsContainer_PassesItsHealthCheck(string service)
    {
        await system.StartedAsync();

        Assert.Equal(new ProgramResult(0, "", ""), await system.Program(service).CheckHealthAsync());
    }

    [Fact]
    public void Programs_OfTheProject_AreInTheFileOnce() => Assert.Equal(
        ["cosmos-emulator", "delivery", "drone-scheduler", "gateway", "package"],
        system.File.Services.Where(service => ComposeProgram.IsBuilt(service.Value)).Select(service => service.Key)
            .Order(StringComparer.Ordinal));

    [Fact]
    public async Task Variables_OfEveryProgram_AreRead()
    {
        await system.StartedAsync();

        foreach (var service in system.File.Services.Where(each => ComposeProgram.IsBuilt(each.Value)))
        {
            Assert.Null(await system.Program(service.Key, again: true).FindUnreadVariableAsync(system.Http));
        }
    }

    [Fact(Timeout = 300_000)]
    public async Task Telemetry_OfEveryService_IsSentToTheAddressOfTheVariable()
    {
        await system.StartedAsync();

        string[] services = ["delivery", "drone-scheduler", "gateway", "package"];
        while (!system.SendersOfMetrics.IsSupersetOf(services))
        {
            await Task.Delay(TimeSpan.FromMilliseconds(100), TestContext.Current.CancellationToken);
        }
    }

    [Theory]
    [InlineData("delivery", "--http-port", "--http-prot", "Unknown flag --http-prot")]
    [InlineData("gateway", "--drone-scheduler", "--dronescheduler", "Unknown flag --dronescheduler")]
    [InlineData("cosmos-emulator", "--partitions", "--partition", "--partition is not known")]
    [InlineData("package", "--host\", \"0.0.0.0", "--host\", \"everywhere", "--host must be an IP address")]
    public async Task Flag_Mistyped_IsNamedByTheProgram(string service, string flag, string mistyped, string expected)
    {
        await system.StartedAsync();
        var file = ComposeFile.Read(text => text.Replace(flag, mistyped, StringComparison.Ordinal));

        var failure = await Assert.ThrowsAsync<LabException>(
            () => system.Program(service, file, again: true).StartAsync(system.Http));

        Assert.Contains(expected, failure.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("delivery", "Cosmos__StartTimeout", "Cosmos__StartTimout", "Cosmos__StartTimout is not read.")]
    [InlineData("drone-scheduler", "Telemetry__TraceRatio", "Telemetry__Ratio", "Telemetry__Ratio is not read.")]
    [InlineData("gateway", "Database__File", "Database__Path", "There is no database")]
    public async Task Variable_Mistyped_IsFound(string service, string variable, string mistyped, string expected)
    {
        await system.StartedAsync();
        var program = system.Program(
            service, ComposeFile.Read(text => text.Replace(variable, mistyped, StringComparison.Ordinal)), again: true);

        var fault = await program.FindUnreadVariableAsync(system.Http) ?? await FindStartFaultAsync(program);

        Assert.Contains(expected, fault, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("health, \"http://127.0.0.1:5120", "health, \"http://127.0.0.1:5121")]
    [InlineData("5120/health/ready", "5120/health/readyness")]
    public async Task HealthCheck_WrongPortOrPath_Fails(string url, string wrong)
    {
        await system.StartedAsync();
        var file = ComposeFile.Read(text => text.Replace(url, wrong, StringComparison.Ordinal));

        Assert.Equal(1, (await system.Program("package", file).CheckHealthAsync()).ExitCode);
    }

    private async Task<string?> FindStartFaultAsync(ComposeProgram program)
    {
        try
        {
            await using var process = await program.StartAsync(system.Http);
            return null;
        }
        catch (LabException exception)
        {
            return exception.Message;
        }
    }
}
