using DroneDelivery.Lab.Tests.Commands;
using DroneDelivery.LoadTests.Lab.Commands;

namespace DroneDelivery.Lab.Tests.Http;

/// <summary>
/// Command lines that make no run: one line that says what is allowed, and exit code 2. Nothing is asked of any server.
/// </summary>
public sealed class HttpUsageTests
{
    private const string Url = "http://127.0.0.1:1/";

    [Theory]
    [InlineData("", "A request is needed: [METHOD] URL")]
    [InlineData("GET URL third", "'third' is an unexpected argument: [METHOD] URL, for example GET http://")]
    [InlineData("127.0.0.1:5000/x", "is no http or https address")]
    [InlineData("ftp://127.0.0.1/", "is no http or https address")]
    [InlineData("http://example.com/", "only 127.0.0.1, [::1] and localhost are allowed without --allow-remote")]
    [InlineData("http://127.0.0.1.example.com/", "--allow-remote")]
    [InlineData("gte", "'gte' is no http or https address, such as http://127.0.0.1:5000/x.")]
    [InlineData("gte URL", "'gte' is no method. Methods: GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS.")]
    [InlineData("G3T URL", "'G3T' is no method")]
    [InlineData("URL{id}", "{id} has no value: --feed takes a CSV file with a column 'id'.")]
    [InlineData("URL?owner={owner}", "{owner} has no value: --feed takes a CSV file with a column 'owner'.")]
    [InlineData("URL -H X-Key:{key}", "{key} has no value: --feed takes a CSV file with a column 'key'.")]
    [InlineData("URL --http2 --new-connections --streams 5", "--streams goes with connections that are kept")]
    [InlineData("--rps 5 URL", "There is no option --rps. Options: --scenario, --header, --body")]
    [InlineData("URL --users", "--users needs a value: --users N")]
    [InlineData("URL --users 0", "--users takes a whole number from 1 to 100,000; it is '0'")]
    [InlineData("URL --users ten", "--users takes a whole number")]
    [InlineData("URL --open fast", "--open takes a rate, for example 500/s or 30/m")]
    [InlineData("URL --open 99999999999/s", "--open takes a rate of at most 10,000,000/s; it is '99999999999/s'")]
    [InlineData("URL --open Infinity/s", "--open takes a rate of at most 10,000,000/s; it is 'Infinity/s'")]
    [InlineData("URL --open NaN/s", "--open takes a rate, for example 500/s or 30/m; it is 'NaN/s'")]
    [InlineData("URL --for NaNs", "--for takes a time above zero")]
    [InlineData("URL --warm-up Infinitys", "--warm-up takes a time of at most 1000h")]
    [InlineData("URL --body-size NaN", "--body-size takes a size")]
    [InlineData("URL -t p99<Infinityms", "'Infinityms' in 'p99<Infinityms' is no limit of p99")]
    [InlineData(
        "URL --body abcdefgh -H Content-Length:5", "The header Content-Length cannot be given, for it follows from the body")]
    [InlineData("URL -H transfer-encoding:chunked", "The header transfer-encoding cannot be given, for it follows from the body")]
    [InlineData("URL --for 999999h", "--for takes a time of at most 1000h; it is '999999h'")]
    [InlineData("URL --think exp:", "--think exp: takes a time above zero, for example 500ms, 60s, 5m or 1h; there is none.")]
    [InlineData("URL --stages 0..500:5s,500/s:5s", "--stages takes arrivals (0..500/s:30s) or users (1..50:30s), not both; '0..500:5s' has")]
    [InlineData("URL --json a.json --hdr ./a.json", "--json and --hdr name the same file: each needs one of its own.")]
    [InlineData("URL --open 0/s", "--open takes a rate above zero")]
    [InlineData(
        "URL --open 5/s --users 5", "Only one of --users, --open, --stages, --replay is allowed; there are --users and --open")]
    [InlineData("URL --for 10", "--for takes a time above zero, for example 500ms, 60s, 5m or 1h")]
    [InlineData("URL --for 0s", "--for takes a time above zero")]
    [InlineData("URL --open 5/s --think 1s", "--think goes with a closed loop")]
    [InlineData("URL --open 5/s --pace 1s", "--pace goes with a closed loop")]
    [InlineData("URL --poisson", "--poisson goes with an open loop")]
    [InlineData("URL --max-in-flight 3", "--max-in-flight goes with an open loop")]
    [InlineData("URL --think soon", "--think takes a time")]
    [InlineData("URL --stages 5", "--stages takes stages such as 0..500/s:30s")]
    [InlineData("URL --stages 1..2..3:5s", "--stages takes from..to in a stage")]
    [InlineData("URL --stages 0:5s", "--stages needs at least one user in each stage")]
    [InlineData("URL --stages 0/s:5s", "--stages needs a rate above zero")]
    [InlineData("URL --stages a..b:5s", "--stages takes at most 100,000 users, or rates")]
    [InlineData("URL --stages 5:5s --for 5s", "--for goes with --users or --open")]
    [InlineData("URL --requests 0", "--requests takes a whole number from 1 to 1,000,000,000; it is '0'")]
    [InlineData("URL -n 1000000000 --open 0.0001/s", "--requests takes fewer requests at 0.0001/s: '1000000000' would never end.")]
    [InlineData("URL -n 5 --for 5s", "Only one of --for, --requests is allowed; there are --for and --requests.")]
    [InlineData("URL -n 5 --stages 5:5s", "--requests goes with --users or --open: stages and recordings have their own end.")]
    [InlineData("URL -n 5 --replay nasa-1995-busiest-hour", "--requests goes with --users or --open: stages and recordings")]
    [InlineData("URL -n 5 --users 6", "--requests takes at least one request for each of the 6 users; it is '5'.")]
    [InlineData("URL --replay nothing.csv", "--replay takes a file with recorded arrivals, or one of azure-2023-one-hour")]
    [InlineData("URL --replay nasa-1995-busiest-hour --speed 0", "--speed takes a factor above zero")]
    [InlineData("URL --replay nasa-1995-busiest-hour --poisson", "--poisson goes with arrivals that are not recorded")]
    [InlineData("URL --speed 2", "--speed goes with --replay")]
    [InlineData("URL --http1 --http2", "Only one of --http1, --http2, --http3")]
    [InlineData("URL --http3", "--http3 needs an https address")]
    [InlineData("URL --streams 5", "--streams goes with --http2 or --http3")]
    [InlineData("URL --connections none", "--connections takes a whole number from 1")]
    [InlineData("URL --timeout never", "--timeout takes a time")]
    [InlineData("URL --header abc", "--header takes \"Name: value\"")]
    [InlineData("URL --body-size huge", "--body-size takes a size")]
    [InlineData("URL --body-size 2GB", "--body-size takes a size of at most 1024MiB")]
    [InlineData("URL --body a --body-size 5", "Only one of --body, --body-file, --body-size")]
    [InlineData("URL --body-file nothing.txt", "--body-file takes a file")]
    [InlineData("URL --idle-connections 0", "--idle-connections takes a whole number from 1 to 100,000; it is '0'")]
    [InlineData("https://127.0.0.1/ --http3 --idle-connections 5", "--idle-connections goes with --http1 or --http2")]
    [InlineData("URL --feed nothing.csv", "--feed takes a CSV file with a header; nothing.csv is none: ")]
    [InlineData("URL --pick zipf", "--pick goes with --feed")]
    [InlineData("URL --feed nothing.csv --pick often", "--pick takes sequential, uniform, zipf or zipf:EXPONENT; it is 'often'")]
    [InlineData("URL --feed nothing.csv --pick zipf:-1", "--pick zipf: takes a factor above zero")]
    [InlineData("URL --check status==999", "--check takes \"status==201\"")]
    [InlineData("URL --threshold p99", "'p99' is no threshold")]
    [InlineData("URL --threshold p99<5", "takes a time in us, ms or s")]
    [InlineData("URL --abort", "--abort goes with a --threshold to stop for.")]
    [InlineData("URL --abort-after 5 --threshold errors==0", "--abort-after takes a time")]
    [InlineData("URL --seed -1", "--seed takes a whole number")]
    [InlineData("URL --warm-up -1s", "--warm-up takes a time, for example 500ms, 60s, 5m or 1h, or 0 for none; it is '-1s'.")]
    [InlineData("URL --json", "--json needs a value: --json FILE")]
    [InlineData("URL --otlp 70000", "--otlp must be a number from 0 to 65535")]
    [InlineData("URL --pid me", "--pid takes a whole number")]
    [InlineData("URL --process no-such-process", "--process: there is no process named 'no-such-process'. There is ")]
    [InlineData("URL --max-rate fast", "--max-rate takes a rate")]
    [InlineData(
        "http://example.com/ --allow-remote --open 101/s",
        "The load sends up to 101/s, and --max-rate is 100/s, the default for another machine: send less, or raise it with --max-rate 101/s.")]
    [InlineData("http://example.com/ --allow-remote --stages 0..150/s:5s", "The load sends up to 150/s, and --max-rate is 100/s")]
    [InlineData("http://example.com/ --allow-remote --users 30 --pace 200ms --think 100ms", "The load sends up to 150/s")]
    [InlineData("http://example.com/ --allow-remote --replay nasa-1995-busiest-hour --speed 60", "The load sends up to ")]
    [InlineData(
        "http://example.com/ --allow-remote --users 25",
        "Users without --pace or --think send as fast as they are answered, and --max-rate is 100/s, the default for another "
        + "machine: add --pace 0.25s, or raise the limit, for example --max-rate 1000/s or --max-rate none.")]
    [InlineData("URL --max-rate 10/s --open 11/s", "The load sends up to 11/s, and --max-rate is 10/s: send less, or")]
    public async Task Http_WrongUsage_SaysInOneLineWhatIsAllowedAsync(string arguments, string message)
    {
        var words = arguments.Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(word => word.Replace("URL", Url, StringComparison.Ordinal));

        var run = await CommandRun.RunAsync(HttpCommand.Create(TimeProvider.System), [.. words]);

        Assert.Equal(2, run.ExitCode);
        Assert.Contains(message, run.Error);
        Assert.Single(run.Error.TrimEnd().Split('\n'));
        Assert.Empty(run.Output);
    }

    [Fact]
    public async Task Http_Help_NamesExitCodesAndEveryOptionAsync()
    {
        var run = await CommandRun.RunAsync(HttpCommand.Create(TimeProvider.System), "--help");

        Assert.Equal(0, run.ExitCode);
        Assert.Contains(
            "Exit codes: 0 done, 1 it could not be done, 2 wrong command line, 3 a threshold was missed, 130 Ctrl+C", run.Output);
        string[] options =
        [
            "--users", "--open", "--poisson", "--stages", "--think", "--pace", "--replay", "--speed", "--for", "--warm-up",
            "--feed", "--pick", "--journey", "--idle-connections", "--requests",
        ];
        Assert.All(options, option => Assert.Contains(option, run.Output));
    }
}
