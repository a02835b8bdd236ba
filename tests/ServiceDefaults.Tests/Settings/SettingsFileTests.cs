using System.Net;
using DroneDelivery.ServiceDefaults.Settings;
using DroneDelivery.TestSupport;
using Microsoft.Extensions.Configuration;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;
using Microsoft.Extensions.Primitives;

namespace DroneDelivery.ServiceDefaults.Tests.Settings;

public sealed class SettingsFileTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("settings-");
    private readonly RecordedWarnings _warnings = new();
    private IConfiguration _configuration = new ConfigurationBuilder().Build();

    private string FileName => Path.Combine(_folder.FullName, "settings.json");

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact(Timeout = 300_000)]
    public async Task Settings_FileChanged_AreReadAgain()
    {
        await using var service = await StartAsync("""{ "Plans": { "gold": { "Burst": 2 } } }""");
        Assert.Equal("2", _configuration["Plans:gold:Burst"]);

        await ChangeAsync(
            () => File.WriteAllText(FileName, """{ "Plans": { "silver": { "Burst": 3 } } }"""),
            () => _configuration["Plans:silver:Burst"] is not null);

        Assert.Equal((null, "3"), (_configuration["Plans:gold:Burst"], _configuration["Plans:silver:Burst"]));
    }

    [Fact(Timeout = 300_000)]
    public async Task Settings_FileReplacedByAnother_AreReadAgain()
    {
        await using var service = await StartAsync("""{ "Level": "1" }""");

        await ReplaceAsync("""{ "Level": "2" }""", () => _configuration["Level"] != "1");

        Assert.Equal("2", _configuration["Level"]);
    }

    [Fact(Timeout = 300_000)]
    public async Task Settings_ChangedFileCannotBeRead_FormerStayUntilItCanBeRead()
    {
        await using var service = await StartAsync("""{ "Level": "1" }""");

        await ReplaceAsync("""{ "Level": """, HasFault);

        Assert.Equal("1", _configuration["Level"]);
        Assert.StartsWith("The settings file settings.json cannot be used: ", _configuration[SettingsFile.FaultKey]);
        Assert.Equal($"The former settings stay in use. {_configuration[SettingsFile.FaultKey]}", await WarningAsync());

        await ReplaceAsync("""{ "Level": "3" }""", () => !HasFault());

        Assert.Equal(("3", null), (_configuration["Level"], _configuration[SettingsFile.FaultKey]));
    }

    // Without a handler, the exceptions of the options end the process on the thread of a timer.
    [Fact(Timeout = 300_000)]
    public async Task Settings_ChangedValuesAreWrong_ServiceRunsWithTheFormerAndLogsEachOnce()
    {
        await using var service = await StartAsync("""{ "Level": "1" }""");
        const string Wrong = """{ "Level": "2", "Telemetry": { "TraceRatio": 2 }, "Faults": { "CpuMs": "x" } }""";

        await ReplaceAsync(Wrong, () => _configuration["Level"] == "2");
        await ReplaceAsync(Wrong.Replace("\"2\"", "\"3\""), () => _configuration["Level"] == "3");
        await ReplaceAsync("{ ", HasFault);

        while (_warnings.Lines.Count < 2)
        {
            await Task.Yield();
        }

        var warning = _warnings.Lines.First();
        Assert.StartsWith("The former settings stay in use. ", warning);
        Assert.Contains("--trace-ratio must be from 0 to 1, not 2.", warning);
        Assert.Contains("'Faults:CpuMs'", warning);
        Assert.Equal(2, _warnings.Lines.Count);
        Assert.Equal("3", _configuration["Level"]);
        using var live = await service.Client.GetAsync("/health/live", TestContext.Current.CancellationToken);
        Assert.Equal(HttpStatusCode.OK, live.StatusCode);
    }

    [Fact(Timeout = 300_000)]
    public async Task Settings_FileDeleted_FormerStay()
    {
        await using var service = await StartAsync("""{ "Level": "1" }""");

        await ChangeAsync(() => File.Delete(FileName), HasFault);

        Assert.Equal("1", _configuration["Level"]);
        Assert.Contains("settings.json", await WarningAsync());
    }

    [Fact(Timeout = 300_000)]
    public async Task Settings_InFileAndOnCommandLine_CommandLineWins()
    {
        await using var service = await StartAsync(
            """{ "Tracing": "file", "Level": "file" }""", new() { ["Level"] = "command line" });

        Assert.Equal(("file", "command line"), (_configuration["Tracing"], _configuration["Level"]));
    }

    [Theory]
    [InlineData(null, "was not found")]
    [InlineData("{ \"Level\": ", "LineNumber: 0")]
    [InlineData("[]", "must be an object")]
    public async Task Start_FileThatCannotBeRead_EndsWithASentence(string? content, string expected)
    {
        var failure = await Assert.ThrowsAsync<StartException>(() => StartAsync(content));

        Assert.StartsWith($"The settings file {FileName} cannot be used: ", failure.Message);
        Assert.Contains(expected, failure.Message);
    }

    private async Task<TestService> StartAsync(string? content, Dictionary<string, string?>? settings = null)
    {
        if (content is not null)
        {
            File.WriteAllText(FileName, content);
        }

        return await TestService.StartAsync(
            builder => builder.Services.AddSingleton<ILoggerProvider>(_warnings),
            app => _configuration = app.Configuration,
            new(settings ?? []) { ["Settings:File"] = FileName });
    }

    // The service logs in another callback of the same change.
    private async Task<string> WarningAsync()
    {
        while (_warnings.Lines.IsEmpty)
        {
            await Task.Yield();
        }

        return Assert.Single(_warnings.Lines);
    }

    private bool HasFault() => _configuration[SettingsFile.FaultKey] is not null;

    // Moved into its place, so that no reload finds half of it.
    private Task ReplaceAsync(string content, Func<bool> isRead)
    {
        var other = FileName + ".new";
        File.WriteAllText(other, content);
        return ChangeAsync(() => File.Move(other, FileName, overwrite: true), isRead);
    }

    // One change may cause several reloads.
    private async Task ChangeAsync(Action change, Func<bool> isRead)
    {
        // Not disposed: a callback may be under way when the watch ends.
        var reloads = new SemaphoreSlim(0);
        using var watch = ChangeToken.OnChange(_configuration.GetReloadToken, () => reloads.Release());
        change();
        do
        {
            await reloads.WaitAsync(TestContext.Current.CancellationToken);
        }
        while (!isRead());
    }
}
