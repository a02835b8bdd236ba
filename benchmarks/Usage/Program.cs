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
var rounds = Number("--rounds", "Every gateway is loaded once a round.", 10, 1_000);
var seconds = Number("--seconds", "How long each of them is loaded.", 5, 3_600);
var rate = Number("--rate", "Requests per second.", 2_000, 100_000);

var count = new Command(
    "count", "Kills one of two gateways under load, stops the other, and compares what they counted with what was answered.")
{
    requests, store, redis,
};
count.SetAction((line, _) =>
    CountRun.RunAsync(line.GetRequiredValue(requests), new Store(line.GetRequiredValue(store), line.GetRequiredValue(redis))));

var latency = new Command("latency", "Compares the latency of a gateway that counts with that of one that does not, in turns.")
{
    rounds, seconds, rate, store, redis,
};
latency.SetAction((line, _) => LatencyRun.RunAsync(
    new LatencyPlan(
        line.GetRequiredValue(rounds), TimeSpan.FromSeconds(line.GetRequiredValue(seconds)), line.GetRequiredValue(rate)),
    new Store(line.GetRequiredValue(store), line.GetRequiredValue(redis))));

return await new RootCommand("What counting usage is worth, and what it costs.") { count, latency, StubBackend.Command() }
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
