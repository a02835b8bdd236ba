using System.CommandLine;
using DroneDelivery.Usage.Benchmarks;

var store = new Option<string>("--usage") { Description = "Where usage is kept.", DefaultValueFactory = _ => "sqlite" };
store.AcceptOnlyFromAmong("sqlite", "redis");
var redis = new Option<string>("--redis")
{
    Description = "Host and port of Redis.",
    DefaultValueFactory = _ => "127.0.0.1:6379",
};
var requests = Number("--requests", "Answered requests, over both gateways.", 2_000_000, 100_000_000);

var count = new Command(
    "count", "Kills one of two gateways under load, stops the other, and compares what they counted with what was answered.")
{
    requests, store, redis,
};
count.SetAction((line, _) =>
    CountRun.RunAsync(line.GetRequiredValue(requests), new Store(line.GetRequiredValue(store), line.GetRequiredValue(redis))));

return await new RootCommand("Whether usage is counted exactly.") { count, StubBackend.Command() }
    .Parse(args).InvokeAsync();

static Option<int> Number(string name, string description, int usual, int most)
{
    var option = new Option<int>(name) { Description = description, DefaultValueFactory = _ => usual };
    option.Validators.Add(result =>
    {
        if (result.GetValueOrDefault<int>() < 1 || result.GetValueOrDefault<int>() > most)
        {
            result.AddError($"{name} must be a whole number from 1 to {most}.");
        }
    });
    return option;
}
