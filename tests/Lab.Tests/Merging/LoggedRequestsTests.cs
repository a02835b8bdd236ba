using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Engine.Histograms.Hdr;
using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Merging;

/// <summary><c>merge</c> of what k6 and JMeter wrote, in their documented formats: neither of them ran here.</summary>
public sealed class LoggedRequestsTests : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory();

    public void Dispose() => _folder.Delete(recursive: true);

    [Fact]
    public async Task Merge_LogsOfTwoPodsOfK6_AreOneDistributionAsync()
    {
        // The log of a pod has other lines too; 86400000 is a failure.
        await WriteAsync("k6-1.log", "Init finished\nlatency,1764000000,12.5\nlatency,1764000010,250\n     latency...: avg=1\n");
        await WriteAsync("k6-2.log", "latency,1764000005,40\nlatency,1764000005,86400000\n");

        var run = await CommandRun.RunAsync(MergeCommand.Create(), In("k6-1.log"), In("k6-2.log"), "--hdr", In("all.hdr"));

        var entries = HistogramFile.Read(In("all.hdr"));
        var latency = LatencyLog.Read(entries);
        Assert.StartsWith("2 files, 4 values of latency", run.Output);
        Assert.Equal((3, 0, 1), (latency.Successes.Count, latency.Failures.Count, latency.Unfinished.Count));
        Assert.Equal((12_500, 250_000), (latency.Successes.Min, latency.Successes.Max));
        Assert.Equal(TimeSpan.FromSeconds(10), entries[0].Length);
        Assert.True(latency.Max.AtLeast, "The duration of a failure is not known.");
    }

    [Fact]
    public async Task Merge_OutputOfK6AsCsv_HasTheMeasuredRequestsAsync()
    {
        await WriteAsync(
            "k6.csv",
            "metric_name,timestamp,metric_value,check,error,scenario,extra_tags,metadata\n"
            + "http_req_duration,1764000000,90.000000,,,warm_up,,\nlatency,1764000001,12.500000,,,measured,instance_id=1,\n");

        var run = await CommandRun.RunAsync(MergeCommand.Create(), In("k6.csv"));

        Assert.StartsWith("1 file, 1 values of latency", run.Output);
    }

    [Fact]
    public async Task Merge_ResultsOfAzureLoadTesting_CountInvoicesAndFailuresAsync()
    {
        const string Header = "timeStamp,elapsed,label,responseCode,responseMessage,threadName,dataType,success,failureMessage\n";
        await WriteAsync(
            "engine1_results.csv",
            Header + "1764000000000,900,warm-up,200,OK,a,text,true,\n1764000000500,120,invoice,200,OK,b,text,true,\n");
        await WriteAsync(
            "engine2_results.csv", Header + "1764000001000,310,invoice,503,\"Unavailable, busy\",c,text,false,\"not 2xx\n\"\n");

        await CommandRun.RunAsync(
            MergeCommand.Create(), In("engine1_results.csv"), In("engine2_results.csv"), "--hdr", In("all.hdr"));

        var latency = LatencyLog.Read(HistogramFile.Read(In("all.hdr")));
        Assert.Equal((1, 1), (latency.Successes.Count, latency.Failures.Count));
        Assert.Equal((120_000, 310_000), (latency.Successes.Max, latency.Failures.Max));
    }

    [Fact]
    public async Task Merge_LogOfAnotherProgram_SaysSoAsync()
    {
        await WriteAsync("gateway.log", "Now listening on: http://127.0.0.1:5080\n");
        await WriteAsync("broken.csv", "latency,1764000000,fast\n");

        var none = await Assert.ThrowsAsync<LabException>(() => CommandRun.RunAsync(MergeCommand.Create(), In("gateway.log")));
        var wrong = await Assert.ThrowsAsync<LabException>(() => CommandRun.RunAsync(MergeCommand.Create(), In("broken.csv")));

        Assert.Equal($"There is no histogram in {In("gateway.log")}.", none.Message);
        Assert.StartsWith($"{In("broken.csv")} cannot be read:", wrong.Message);
    }

    private Task WriteAsync(string name, string text) =>
        File.WriteAllTextAsync(In(name), text, TestContext.Current.CancellationToken);

    private string In(string name) => Path.Combine(_folder.FullName, name);
}
