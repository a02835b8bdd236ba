using System.CommandLine;

namespace DroneDelivery.LoadGenerator.Benchmarks;

/// <summary>This program in another role: one of the generators that are written in .NET.</summary>
internal static class OwnGenerators
{
    public const string Engine = "engine";
    public const string BareHandler = "bare-handler";

    private const string Name = "generate";

    public static string[] Arguments(string generator, Protocol protocol, Uri address, TimeSpan duration) =>
        [Name, generator, $"{protocol}", $"{address}", $"{duration.TotalSeconds:0}"];

    public static Command Command()
    {
        var generator = new Argument<string>("generator");
        var protocol = new Argument<Protocol>("protocol");
        var address = new Argument<string>("address");
        var seconds = new Argument<int>("seconds");
        var command = new Command(Name, "Generates load and prints what it cost.") { generator, protocol, address, seconds };
        command.SetAction(async (result, cancellationToken) =>
        {
            var run = result.GetValue(generator) == Engine ? (Generator)EngineLoad.RunAsync : BareHandlerLoad.RunAsync;
            var duration = TimeSpan.FromSeconds(result.GetValue(seconds));
            var cost = await run(result.GetValue(protocol), new Uri(result.GetValue(address)!), duration, cancellationToken);
            Console.WriteLine(cost.Write());
        });
        command.Hidden = true;
        return command;
    }

    private delegate Task<Cost> Generator(
        Protocol protocol, Uri address, TimeSpan duration, CancellationToken cancellationToken);
}
