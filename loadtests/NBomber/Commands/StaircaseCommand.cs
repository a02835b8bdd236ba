using System.CommandLine;
using DroneDelivery.LoadTests.Engine.Clients;
using DroneDelivery.LoadTests.NBomber.Results;
using DroneDelivery.LoadTests.Scenarios;
using DroneDelivery.LoadTests.Scenarios.Journeys;
using DroneDelivery.LoadTests.Scenarios.Tuning;
using DroneDelivery.SampleData;

namespace DroneDelivery.LoadTests.NBomber.Commands;

/// <summary><c>staircase</c>: the tuning study's load on a gateway that is running already.</summary>
internal static class StaircaseCommand
{
    private static readonly TimeSpan RequestTimeout = TimeSpan.FromSeconds(60);

    public static Command Create(TimeProvider time)
    {
        var gateway = new Option<Uri>("--gateway")
        {
            Description = "The gateway's address.",
            DefaultValueFactory = _ => new Uri("http://127.0.0.1:5080/"),
        };
        var seconds = new Option<int>("--seconds")
        {
            Description = "The load's duration; each of its steps needs a second.",
            DefaultValueFactory = _ => (int)TuningLoad.Quick.TotalSeconds,
        };
        var profile = new Option<string>("--profile")
        {
            Description = $"Think time and client round trip: {string.Join(" or ", SimulationProfile.Names)}.",
            DefaultValueFactory = _ => SimulationProfile.Default,
        };
        var command = new Command("staircase", "1 to 40 users who ask a running gateway for invoices.")
        {
            gateway,
            seconds,
            profile,
        };
        command.SetAction(async (arguments, cancellationToken) =>
        {
            try
            {
                var duration = TimeSpan.FromSeconds(arguments.GetValue(seconds));
                var simulation = SimulationProfile.Load(arguments.GetValue(profile)!);
                return await RunAsync(arguments.GetValue(gateway)!, duration, simulation, time, cancellationToken);
            }
            catch (Exception exception) when (exception is ArgumentException or IOException)
            {
                await Console.Error.WriteLineAsync(exception.Message);
                return 1;
            }
        });
        return command;
    }

    private static async Task<int> RunAsync(
        Uri gateway, TimeSpan duration, SimulationProfile profile, TimeProvider time, CancellationToken cancellationToken)
    {
        using var client = new HttpLoadClient(TuningLoad.ToUsers, RequestTimeout, time);
        var journey = new InvoiceJourney(client, gateway, new World());
        var folder = Path.GetFullPath(Path.Combine("runs", $"{time.GetUtcNow():yyyyMMdd-HHmmss}-nbomber-staircase"));
        var figures = await new NBomberLoad(TuningLab.Name, time).RunAsync(
            "staircase", TuningLoad.Staircase(profile, duration), journey.RequestAsync, folder, cancellationToken);
        Print(figures);
        return figures.ClientErrors == 0 ? 0 : 1;
    }

    private static void Print(NBomberFigures figures)
    {
        PrintLine($"{figures.RequestsPerSecond:0.0} req/s over {figures.Duration.TotalSeconds:0.0} s");
        PrintLine($"({figures.ReportedRequestsPerSecond:0.0} req/s in NBomber's own report)");
        PrintLine($"mean {figures.MeanMs:0} ms, p50 {figures.P50Ms:0} ms, p95 {figures.P95Ms:0} ms, p99 {figures.P99Ms:0} ms");
        PrintLine($"{figures.Successful} successful, {figures.ClientErrors} failed, {figures.CutOff} cut off");
        foreach (var (reason, count) in figures.ErrorsByReason)
        {
            PrintLine($"  {reason}: {count}");
        }
    }

    private static void PrintLine(FormattableString line) => Console.WriteLine(FormattableString.Invariant(line));
}
