using System.Xml.Linq;
using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Exports;

public sealed class AzureExportTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Export_Tuning_WritesDefinitionPlanAndDataAsync()
    {
        string[] thresholds = ["-t", "p99.9<1s", "-t", "errors<0.5%", "-t", "rate>=20"];
        var run = await CommandRun.RunAsync(
            ExportCommand.Create(TimeProvider.System), ["azure", "tuning", .. thresholds, "--output", _folder.FullName]);

        var yaml = await ReadAsync("tuning.yaml");
        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith("version: v0.1\ntestId: tuning\n", yaml);
        Assert.Contains("testType: JMX\ntestPlan: tuning.jmx\nconfigurationFiles:\n  - tuning.csv\n", yaml);
        Assert.Contains(
            "failureCriteria:\n  - invoice: p999(response_time_ms) > 1000\n  - invoice: percentage(error) > 0.5\n"
            + "  - invoice: avg(requests_per_sec) < 20\n",
            yaml);
        Assert.Matches(@"^owner,query\nowner-\d{4},year=20\d\d&month=\d+\n", await ReadAsync("tuning.csv"));
    }

    [Fact]
    public async Task Export_Tuning_StartsAUserEveryStepAsync()
    {
        await CommandRun.RunAsync(ExportCommand.Create(TimeProvider.System), "azure", "tuning", "--output", _folder.FullName);

        var plan = XDocument.Parse(await ReadAsync("tuning.jmx"));
        Assert.Equal("jmeterTestPlan", plan.Root!.Name.LocalName);
        var users = plan.Descendants("ThreadGroup").Single();
        Assert.Equal(("40", "480", "480"), (
            Property(users, "ThreadGroup.num_threads"),
            Property(users, "ThreadGroup.ramp_time"),
            Property(users, "ThreadGroup.duration")));
        Assert.All(
            plan.Descendants("HTTPSamplerProxy"),
            request => Assert.Equal(
                "${__groovy(System.getenv('webapp'))}/api/invoices/${owner}?${query}", Property(request, "HTTPSampler.path")));
        Assert.Contains("* 300", Property(plan.Root, "script"));
    }

    [Theory]
    [InlineData("1", "engineInstances: 1\nsplitAllCSVs: false\n", "40", "8")]
    [InlineData("4", "engineInstances: 4\nsplitAllCSVs: true\n", "10", "2")]
    [InlineData("40", "engineInstances: 40\nsplitAllCSVs: true\n", "1", "1")]
    public async Task Export_SeveralEngines_DividesTheUsersAsync(string engines, string yaml, string users, string warmUpUsers)
    {
        var run = await CommandRun.RunAsync(
            ExportCommand.Create(TimeProvider.System), "azure", "tuning", "--engines", engines, "--output", _folder.FullName);

        var plan = XDocument.Parse(await ReadAsync("tuning.jmx"));
        Assert.Contains(yaml, await ReadAsync("tuning.yaml"));
        Assert.Equal(
            (users, "480", warmUpUsers),
            (
                Property(plan.Descendants("ThreadGroup").Single(), "ThreadGroup.num_threads"),
                Property(plan.Descendants("ThreadGroup").Single(), "ThreadGroup.ramp_time"),
                Property(plan.Descendants("SetupThreadGroup").Single(), "ThreadGroup.num_threads")));
        Assert.Equal(engines == "1" ? "" : $"Note: {engines} users start at the same time", run.Error.Split(',')[0]);
    }

    /// <summary>Its requests have a name that no criterion has, and so count for none.</summary>
    [Fact]
    public async Task Export_Tuning_WarmsUpUnderAnotherNameAsync()
    {
        await CommandRun.RunAsync(ExportCommand.Create(TimeProvider.System), "azure", "tuning", "--output", _folder.FullName);

        var plan = XDocument.Parse(await ReadAsync("tuning.jmx"));
        var group = plan.Descendants("SetupThreadGroup").Single();
        Assert.NotEqual("0", Property(group, "ThreadGroup.duration"));
        Assert.Equal(
            ["warm-up", "invoice"], plan.Descendants("HTTPSamplerProxy").Select(request => request.Attribute("testname")!.Value));
        Assert.Equal(
            "warm-up", group.ElementsAfterSelf("hashTree").First().Element("HTTPSamplerProxy")!.Attribute("testname")!.Value);
    }

    [Fact]
    public async Task Export_Tuning_FollowsNoRedirectAndTakesItForAnErrorAsync()
    {
        await CommandRun.RunAsync(ExportCommand.Create(TimeProvider.System), "azure", "tuning", "--output", _folder.FullName);

        var plan = XDocument.Parse(await ReadAsync("tuning.jmx"));
        Assert.All(
            plan.Descendants("boolProp").Where(each => each.Attribute("name")!.Value.EndsWith("_redirects", StringComparison.Ordinal)),
            each => Assert.Equal("false", each.Value));
        Assert.Equal("2[0-9][0-9]", Property(plan.Descendants("ResponseAssertion").Single(), "success"));
    }

    [Theory]
    [InlineData("p99<900ms", "response_time_ms leaves out the simulated network, 120 ms on average")]
    [InlineData("rate>=20", "requests_per_sec counts all requests")]
    public async Task Export_ThresholdThatMeansLessThere_IsNotedAsync(string threshold, string note)
    {
        var run = await CommandRun.RunAsync(
            ExportCommand.Create(TimeProvider.System), "azure", "tuning", "-t", threshold, "--output", _folder.FullName);

        Assert.Equal(0, run.ExitCode);
        Assert.StartsWith($"Note: {note}", run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
        Assert.Contains($"\n# {note}", await ReadAsync("tuning.yaml"));
    }

    [Theory]
    [InlineData("errors<0.001%", "percentage(error) > 0.001")]
    [InlineData("errors<0.0000001%", "percentage(error) > 0.0000001")]
    [InlineData("p99<1.1s", "p99(response_time_ms) > 1100")]
    [InlineData("rate>=0.001", "avg(requests_per_sec) < 0.001")]
    public async Task Export_SmallLimit_KeepsItsDigitsAsync(string threshold, string criterion)
    {
        await CommandRun.RunAsync(
            ExportCommand.Create(TimeProvider.System), "azure", "tuning", "-t", threshold, "--output", _folder.FullName);

        Assert.Contains($"  - invoice: {criterion}\n", await ReadAsync("tuning.yaml"));
    }

    [Theory]
    [InlineData("azure http://127.0.0.1/", "export azure takes tuning")]
    [InlineData("azure tuning --users 5", "tuning has a load of its own: --users goes with an address")]
    [InlineData("azure tuning -H a:b", "tuning has requests of its own: --header goes with an address; --for and --threshold are allowed")]
    [InlineData("azure tuning --body-file x.bin", "tuning has requests of its own: --body-file goes with an address")]
    [InlineData("k6 tuning --body x", "tuning has requests of its own: --body goes with an address")]
    [InlineData("k6 tuning --body-size 5", "tuning has requests of its own: --body-size goes with an address")]
    [InlineData("k6 POST tuning", "tuning has requests of its own: it takes no method; --for and --threshold are allowed")]
    [InlineData(
        "k6 tuning --seed 5", "tuning has a load of its own: --seed goes with an address; --for and --threshold are allowed")]
    [InlineData("azure tuning -t dropped==0", "Azure Load Testing has no criterion for dropped==0")]
    [InlineData("azure tuning -t p99>1s", "has no criterion for p99>1s")]
    [InlineData("k6 tuning -t late<1%", "k6 has no figure for late<1%")]
    [InlineData("k6 tuning -t cutoff==0", "k6 has no figure for cutoff==0")]
    [InlineData("k6 http://127.0.0.1/ --open 5/s --poisson", "k6 spaces arrivals evenly")]
    [InlineData("k6 http://127.0.0.1/ --replay nasa-1995-busiest-hour", "k6 spaces arrivals evenly")]
    [InlineData(
        "k6 http://127.0.0.1/ --body-size 65MiB", "k6 keeps a copy of the body for each user: at most 64 MiB can be exported")]
    [InlineData(
        "azure tuning --engines 3",
        "40 users cannot be divided evenly over 3 engines: --engines can be 1, 2, 4, 5, 8, 10, 20, 40.")]
    [InlineData("azure tuning --engines 50", "40 users cannot be divided evenly over 50 engines")]
    [InlineData("azure tuning --engines 401", "--engines must be a number from 1 to 400")]
    [InlineData("azure tuning --engines 0", "--engines must be a number from 1 to 400")]
    [InlineData("k6 tuning --engines 2", "There is no option --engines")]
    [InlineData("azure http://127.0.0.1/ --body-size 5", "export azure takes tuning")]
    [InlineData("k6", "A request is needed")]
    [InlineData("k6 tuning --json", "There is no option --json")]
    public async Task Export_WhatCannotBe_SaysInOneLineWhatCanAsync(string arguments, string message)
    {
        var run = await CommandRun.RunAsync(ExportCommand.Create(TimeProvider.System), arguments.Split(' '));

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
    }

    private static string Property(XElement? part, string name) =>
        part!.Descendants("stringProp").Single(property => property.Attribute("name")!.Value == name).Value;

    private Task<string> ReadAsync(string name) =>
        File.ReadAllTextAsync(Path.Combine(_folder.FullName, name), TestContext.Current.CancellationToken);
}
