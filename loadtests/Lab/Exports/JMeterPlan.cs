using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// A test plan of JMeter: users who start one by one and request invoices, after a warm-up group whose requests have another
/// name. The environment variable webapp contains the address.
/// </summary>
internal static class JMeterPlan
{
    /// <summary>The name of the measured requests.</summary>
    public const string Measured = "invoice";

    private const string WarmUp = "warm-up";
    private const int MatchesWhole = 1;

    /// <param name="engines">The machines that run the plan at the same time; each has its share of the users.</param>
    public static string Write(ExportedUsers load, InvoiceRequest request, int engines) => new XDocument(
        new XElement(
            "jmeterTestPlan", new XAttribute("version", "1.2"), new XAttribute("properties", "5.0"),
            Tree(
                Element("TestPlan", "TestPlanGui", load.Name, Arguments("TestPlan.user_defined_variables")),
                Tree([
                    .. Shared(load, request), .. WarmUpGroup(load, engines), Group(load, engines), Tree(Sampler(Measured), Tree())
                ])))).ToString();

    /// <summary>Elements next to the groups of users, which apply to the requests of every group.</summary>
    private static object[] Shared(ExportedUsers load, InvoiceRequest request) =>
        [Data(load), Tree(), Timer(load, request), Tree(), Success(), Tree()];

    /// <summary>JMeter finishes a set-up group before it starts any other group.</summary>
    private static object[] WarmUpGroup(ExportedUsers load, int engines) => load.WarmUp <= TimeSpan.Zero ? [] :
    [
        Users("SetupThreadGroup", WarmUp, Math.Max(1, load.Profile.WarmUpUsers / engines), TimeSpan.Zero, load.WarmUp),
        Tree(Sampler(WarmUp), Tree()),
    ];

    private static XElement Data(ExportedUsers load) => Element(
        "CSVDataSet", "TestBeanGUI", "owners and months",
        Text("filename", $"{load.Name}.csv"), Text("variableNames", "owner,query"), Text("delimiter", ","),
        Bool("ignoreFirstLine", true), Bool("recycle", true), Text("shareMode", "shareMode.all"));

    private static XElement Sampler(string name) => Element(
        "HTTPSamplerProxy", "HttpTestSampleGui", name, Arguments("HTTPsampler.Arguments"),
        Text("HTTPSampler.path", "${__groovy(System.getenv('webapp'))}/api/invoices/${owner}?${query}"),
        Text("HTTPSampler.method", "GET"), Bool("HTTPSampler.use_keepalive", true),
        Bool("HTTPSampler.follow_redirects", false), Bool("HTTPSampler.auto_redirects", false));

    /// <summary>JMeter also counts 3xx as a success. The spelling "Asserion" is that of JMeter.</summary>
    private static XElement Success() => Element(
        "ResponseAssertion", "AssertionGui", "status is 2xx",
        Property("collectionProp", "Asserion.test_strings", Text("success", "2[0-9][0-9]")),
        Text("Assertion.test_field", "Assertion.response_code"), Bool("Assertion.assume_success", false),
        Property("intProp", "Assertion.test_type", MatchesWhole));

    private static XElement Timer(ExportedUsers load, InvoiceRequest request) => Element(
        "JSR223Timer", "TestBeanGUI", "think time", Text("scriptLanguage", "groovy"), Text("script", Pause(load, request)));

    /// <summary>JMeter starts threads evenly over the ramp-up time. With one step for each user, these are the steps.</summary>
    private static XElement Group(ExportedUsers load, int engines) =>
        Users("ThreadGroup", "users", load.Profile.MaxUsers / engines, load.Duration, load.Duration);

    private static XElement Users(string type, string name, int users, TimeSpan rampTime, TimeSpan duration) => Element(
        type, $"{type}Gui", name,
        Text("ThreadGroup.num_threads", Number(users)),
        Text("ThreadGroup.ramp_time", Number(rampTime.TotalSeconds)),
        Bool("ThreadGroup.scheduler", true), Text("ThreadGroup.duration", Number(duration.TotalSeconds)),
        Text("ThreadGroup.on_sample_error", "continue"),
        Property(
            "elementProp", "ThreadGroup.main_controller", new XAttribute("elementType", "LoopController"),
            Text("LoopController.loops", "-1"), Bool("LoopController.continue_forever", true)));

    /// <summary>Exponential think time and a distant user's lognormal round trip; JMeter's latency includes neither.</summary>
    private static string Pause(ExportedUsers load, InvoiceRequest request) =>
        $"""
        def variance = Math.log(1 + {Number(request.RoundTripVariation)} ** 2)
        def normal = java.util.concurrent.ThreadLocalRandom.current().nextGaussian()
        def network = {Number(request.RoundTripMs)} * Math.exp(Math.sqrt(variance) * normal - variance / 2)
        return (long) (network - Math.log(1 - Math.random()) * {Number(load.Profile.ThinkTime.Mean.TotalMilliseconds)})
        """;

    private static XElement Arguments(string name) => Property(
        "elementProp", name, new XAttribute("elementType", "Arguments"), Property("collectionProp", "Arguments.arguments"));

    private static XElement Element(string type, string gui, string name, params object[] properties) => new(
        type,
        new XAttribute("guiclass", gui), new XAttribute("testclass", type), new XAttribute("testname", name),
        new XAttribute("enabled", "true"), properties);

    private static XElement Tree(params object[] parts) => new("hashTree", parts);

    private static XElement Text(string name, string value) => Property("stringProp", name, value);

    private static XElement Bool(string name, bool value) => Property("boolProp", name, value);

    private static XElement Property(string type, string name, params object[] content) =>
        new(type, new XAttribute("name", name), content);

    private static string Number(double value) => $"{value:0.###}";
}
