using System.CommandLine;
using DroneDelivery.LoadGenerator.Benchmarks;

var rounds = new Option<int>("--rounds") { Description = "Every generator runs once a round.", DefaultValueFactory = _ => 5 };
var seconds = new Option<int>("--seconds") { Description = "How long each of them runs.", DefaultValueFactory = _ => 8 };
foreach (var option in (Option<int>[])[rounds, seconds])
{
    option.Validators.Add(result =>
    {
        if (result.GetValueOrDefault<int>() is < 1 or > 3600)
        {
            result.AddError($"{option.Name} must be a whole number from 1 to 3600.");
        }
    });
}

var command = new RootCommand("Compares load generators on requests that cost the server next to nothing.") { rounds, seconds };
command.SetAction((result, cancellationToken) => Comparison.RunAsync(
    new Plan(result.GetValue(rounds), TimeSpan.FromSeconds(result.GetValue(seconds))), cancellationToken));
command.Subcommands.Add(TrivialServer.Command());
command.Subcommands.Add(OwnGenerators.Command());
return await command.Parse(args).InvokeAsync();
