using DroneDelivery.LoadTests.Lab;
using DroneDelivery.LoadTests.Lab.Load;

namespace DroneDelivery.Lab.Tests.Commands;

/// <summary>Command lines that make no run: one line that says what is allowed, and exit code 2, whatever the command.</summary>
public sealed class CommandUsageTests
{
    [Theory]
    [InlineData("tuning --foo", "There is no option --foo. Options: --full, --seconds")]
    [InlineData("tuning --seconds ten", "--seconds must be a number from 1")]
    [InlineData("tuning extra", "'extra' is an unexpected argument. tuning --help")]
    [InlineData("tuning --full --seconds 5", "Only one of --full, --seconds is allowed; there are --full and --seconds.")]
    [InlineData("run baseline --seconds 5 --full", "Only one of --full, --seconds")]
    [InlineData("compare baseline more-ru --full --seconds 5", "Only one of --full, --seconds")]
    [InlineData("caching --full --seconds 5", "Only one of --full, --seconds")]
    [InlineData("concurrency --full --seconds 5", "Only one of --full, --seconds")]
    [InlineData("run", "run needs a test, a --fault, or both.")]
    [InlineData("run nope", "<TEST> takes one of baseline, more-ru, parallel-query, owner-key; it is 'nope'.")]
    [InlineData("run --fault nope", "--fault takes one of hot-key, slow-partition")]
    [InlineData("run --fault", "--fault needs a value. What to break: hot-key, slow-partition")]
    [InlineData("run baseline --profile nope", "--profile takes one of ")]
    [InlineData("run baseline --throughput abc", "--throughput takes RU/s, a multiple of 100 from 600 to 1,000,000;")]
    [InlineData("run baseline --throughput 650", "--throughput takes RU/s")]
    [InlineData("run baseline --throughput 500", "--throughput takes RU/s")]
    [InlineData("run baseline --throughput 1000100", "--throughput takes RU/s")]
    [InlineData("run baseline --throughput", "--throughput needs a value: --throughput RU/s")]
    [InlineData("run baseline --max-concurrency many", "--max-concurrency takes a whole number from -1 to 1,000; it is 'many'.")]
    [InlineData("compare baseline throughput=5", "throughput takes RU/s, a multiple of 100 from 600 to 1,000,000; it is '5'.")]
    [InlineData("up nope", "<TEST> takes one of baseline")]
    [InlineData("up --port http", "--port must be a number from 0 to 65535; it is 'http'.")]
    [InlineData("compare --foo", "There is no option --foo")]
    [InlineData("compare", "compare needs two variants")]
    [InlineData("compare --a '' --b ''", "--a needs a value: --a FOLDER")]
    [InlineData("capacity nope", "'nope' is not a target.")]
    [InlineData("capacity package --compare nope", "--compare takes one of protocol, connections, loop, body; it is 'nope'.")]
    [InlineData("capacity baseline --compare protocol", "--compare goes with an address or package when it is protocol: ")]
    [InlineData("capacity package --compare body", "--compare goes with an address when it is body")]
    [InlineData("capacity package --body-sizes 1KiB", "--body-sizes goes with --compare body.")]
    [InlineData("capacity http://127.0.0.1:1/ --compare body --body-sizes 1KiB,x", "--body-sizes takes a size")]
    [InlineData("capacity http://127.0.0.1:1/ --of handshakes", "--of goes with an https address when it is handshakes.")]
    [InlineData("capacity package --of handshakes", "--of goes with an https address when it is handshakes.")]
    [InlineData("capacity package --of requests,connections", "--of takes one of requests, connections, handshakes;")]
    [InlineData("capacity package --of connections --compare loop", "--compare goes with requests, and not with --of.")]
    [InlineData("capacity package --cap memory=80,cpu=70", "--cap takes memory, handles, threads, ports with per cent")]
    [InlineData("capacity package --cap handels=70", "--cap takes memory, handles, threads, ports with per cent, for example memory=80%,handles=70%; it has 'handels=70'. Did you mean handles?")]
    [InlineData("capacity package --cap memory=0%", "--cap memory must be a number from 1 to 100; it is '0'.")]
    [InlineData("capacity http://127.0.0.1:1/ --cap memory=70%", "--cap goes with a target that the lab starts")]
    [InlineData("capacity http://127.0.0.1:1/ --pid 0", "--pid takes a whole number from 1 to")]
    [InlineData("capacity package -k", "--insecure goes with an address: other targets have their own client")]
    [InlineData("soak package --process x", "--process goes with an address")]
    [InlineData("capacity http://127.0.0.1:1/ --cpu 50", "--cpu goes with a target that the lab starts")]
    [InlineData("capacity package --profile article", "--profile goes with a test of the whole system: baseline, ")]
    [InlineData("capacity --start 500 --max-rate 100", "--start goes with a rate up to that of --max-rate.")]
    [InlineData("soak --minutes 5 --full", "Only one of --minutes, --full")]
    [InlineData("soak --rate 5 --share 20", "--share goes with a search for the capacity, not with --rate.")]
    [InlineData("soak package --profile article", "--profile goes with a test of the whole system: baseline, ")]
    [InlineData("overload --shedding none,nope", "--shedding takes any of none, fixed, adaptive; it has 'nope'.")]
    [InlineData("overload --shape nope", "--shape takes any of ladder, step, spike, retry-storm, polite-retries, metastable, ")]
    [InlineData("overload --shape spike,crash --connections 2", "--connections must be at least 3 with --shape crash")]
    [InlineData("overload --capacity 0", "--capacity must be a number from 1")]
    [InlineData("gateway-cost --only direct,nope", "--only takes any of direct, nginx, nginx-cache, bare, plain, keys, limits,")]
    [InlineData("gateway-cost --usage-periods 1,0.05", "--usage-periods takes seconds from 0.1 to 60 and off, for example 0.1,1,10,off; it is '1,0.05'.")]
    [InlineData("gateway-cost --connections 8001", "--connections must be a number from 1 to 8000; it is '8001'.")]
    [InlineData("gateway-cost --warm-up 0", "--warm-up must be a number from 1 to 600; it is '0'.")]
    [InlineData("scale-out --instances 1,9", "--instances takes any of 1, 2, 3, 4, 5, 6, 7, 8; it has '9'.")]
    [InlineData("scale-out --repeats 0", "--repeats must be a number from 1 to 100; it is '0'.")]
    [InlineData("scale-out --limit connections --cores 0.2", "--cores goes with --limit cpu.")]
    [InlineData("caching --cache redis", "--cache takes any of none, service, service-redis, gateway-cold, gateway-stampede, gateway-stampede-shedding, gateway-warmed, gateway-disk, creates;")]
    [InlineData("caching --cache ,", "--cache takes any of none, service, service-redis, gateway-cold, gateway-stampede, gateway-stampede-shedding, gateway-warmed, gateway-disk, creates; it has ''.")]
    [InlineData("caching --seconds 0", "--seconds must be a number from 1 to 3600; it is '0'.")]
    [InlineData("concurrency --cells nope", "There is no cell 'nope'.")]
    [InlineData("query", "query needs <RUN>: A run folder, ")]
    [InlineData("query '' slowest", "query needs <RUN>: A run folder, ")]
    [InlineData("explain", "explain needs <RUN>: A run folder, ")]
    [InlineData("explain ''", "explain needs <RUN>: A run folder, ")]
    [InlineData("explain --foo", "There is no option --foo. Options: --format, --json, --prove, --runs.")]
    [InlineData("explain x --runs y", "--runs goes with --prove.")]
    [InlineData("export k6 http://127.0.0.1:1/{id}", "{id} has no value: ")]
    [InlineData("report", "report needs <RUNS>: Run folders")]
    [InlineData("report ''", "report needs <RUNS>: Run folders")]
    [InlineData("report x --output ''", "--output needs a value. The HTML file to write.")]
    [InlineData("seed --cosmos", "--cosmos needs a value. Connection string")]
    [InlineData("export", "A command is needed. Commands: k6, azure, otlp, scenario-schema.")]
    [InlineData("export locust", "There is no command 'locust'. Commands: k6, azure, otlp, scenario-schema.")]
    [InlineData("export k6 tuning --output ''", "--output needs a value: --output FOLDER")]
    [InlineData("merge --foo", "There is no option --foo. Options: --format, --json, --hdr.")]
    [InlineData("doctor --foo", "There is no option --foo. doctor takes none but --help.")]
    [InlineData("http http://127.0.0.1:1/ --json ''", "--json needs a value: --json FILE")]
    [InlineData("http http://127.0.0.1:1/ --csv ''", "--csv needs a value: --csv FILE")]
    [InlineData("run baseline --runs ''", "--runs needs a value: --runs FOLDER")]
    [InlineData("run baseline --json ''", "--json needs a value: --json FILE")]
    [InlineData("tunning", "There is no command 'tunning'. Did you mean tuning? Commands: tuning, run, ")]
    [InlineData("export k7", "There is no command 'k7'. Did you mean k6? Commands: k6, azure, otlp, scenario-schema.")]
    [InlineData("capacity --maxrate 5", "There is no option --maxrate. Did you mean --max-rate? Options: --scenario, --insecure, ")]
    [InlineData("run basline", "<TEST> takes one of baseline, more-ru, parallel-query, owner-key; it is 'basline'. Did you mean baseline?")]
    [InlineData("capacity pakage", "'pakage' is not a target. Did you mean package? Targets: baseline, ")]
    [InlineData("compare basline more-ru", "There is no test 'basline'. Did you mean baseline? Tests: baseline, ")]
    [InlineData("overload --shedding adaptve", "--shedding takes any of none, fixed, adaptive; it has 'adaptve'. Did you mean adaptive?")]
    [InlineData("concurrency --cells syncc", "There is no cell 'syncc'. Did you mean sync? Cells are chosen by ")]
    [InlineData("query x by-status --format cvs", "--format takes one of text, csv, json; it is 'cvs'. Did you mean csv?")]
    [InlineData("explain x --format csv", "--format takes one of text, json; it is 'csv'.")]
    [InlineData("query x --format json", "--format goes with the rows of an answer.")]
    [InlineData("", "A command is needed. Commands: tuning, run, ")]
    [InlineData("nope", "There is no command 'nope'. Commands: tuning, run, ")]
    [InlineData("record", "Option '--to' is required.")]
    [InlineData("record --to https://shop.documents.azure.com", "shop.documents.azure.com is not this machine: ")]
    [InlineData("record --to http://127.0.0.1:1/dbs", "--to takes an endpoint without a path, such as http://127.0.0.1:1.")]
    [InlineData("record --to http://127.0.0.1:1 --service orders", "--service goes with --otlp.")]
    [InlineData("record --to http://127.0.0.1:1 --otlp https://example.org", "example.org is not this machine: ")]
    [InlineData("record --to http://127.0.0.1:1 --port 70000", "--port must be a number from 0 to 65535; it is '70000'.")]
    public async Task Command_WrongUsage_SaysInOneLineWhatIsAllowedAsync(string line, string message)
    {
        var run = await LabAsync(Words(line));

        Assert.Equal(2, run.ExitCode);
        Assert.StartsWith(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
        Assert.Empty(run.Output);
    }

    [Theory]
    [InlineData("run nope --help")]
    [InlineData("explain --help")]
    [InlineData("--help")]
    public async Task Command_Help_IsShownWhateverElseIsOnTheLineAsync(string line)
    {
        var run = await LabAsync(Words(line));

        Assert.Equal(0, run.ExitCode);
        Assert.Contains("Usage:", run.Output);
        Assert.Empty(run.Error);
    }

    private static string[] Words(string line) =>
        [.. line.Split(' ', StringSplitOptions.RemoveEmptyEntries).Select(word => word == "''" ? "" : word)];

    private static Task<CommandRun> LabAsync(params string[] words)
    {
        var root = LabCommands.Create(LoadEngine.BuiltIn(TimeProvider.System), TimeProvider.System);
        return CommandRun.RunAsync(root, TestContext.Current.CancellationToken, words);
    }
}
