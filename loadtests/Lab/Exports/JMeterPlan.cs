using System.Globalization;
using System.Xml.Linq;

namespace DroneDelivery.LoadTests.Lab.Exports;

/// <summary>
/// Users who join one by one and ask for invoices, as a test plan of JMeter. Where the address goes is the environment variable
/// webapp.
/// </summary>
internal static class JMeterPlan
{
    public static string Write(ExportedUsers load, InvoiceRequest request) => new XDocument(
        new XElement(
            "jmeterTestPlan",
            new XAttribute("version", "1.2"),
            new XAttribute("properties", "5.0"),
            Tree(
                Element("TestPlan", "TestPlanGui", load.Name, Arguments("TestPlan.user_defined_variables")),
                Tree(Group(load), Tree(Parts(load, request)))))).ToString();

    private static object[] Parts(ExportedUsers load, InvoiceRequest request) =>
        [Data(load), Tree(), Sampler(), Tree(), Timer(load, request), Tree()];

    private static XElement Data(ExportedUsers load) => Element(
        "CSVDataSet",
        "TestBeanGUI",
        "owners and months",
        Text("filename", $"{load.Name}.csv"),
        Text("variableNames", "owner,month"),
        Text("delimiter", ","),
        Bool("ignoreFirstLine", true),
        Bool("recycle", true),
        Text("shareMode", "shareMode.all"));

    private static XElement Sampler() => Element(
        "HTTPSamplerProxy",
        "HttpTestSampleGui",
        "invoice",
        Arguments("HTTPsampler.Arguments"),
        Text("HTTPSampler.path", "${__groovy(System.getenv('webapp'))}/api/invoices/${owner}?${month}"),
        Text("HTTPSampler.method", "GET"),
        Bool("HTTPSampler.use_keepalive", true));

    private static XElement Timer(ExportedUsers load, InvoiceRequest request) => Element(
        "JSR223Timer", "TestBeanGUI", "think time", Text("scriptLanguage", "groovy"), Text("script", Pause(load, request)));

    /// <summary>
    /// JMeter starts its threads evenly over the ramp-up time: with one step for each user these are the steps.
    /// </summary>
    private static XElement Group(ExportedUsers load) => Element(
        "ThreadGroup",
        "ThreadGroupGui",
        "users",
        Text("ThreadGroup.num_threads", Number(load.Steps.Max(step => step.MostUsers))),
        Text("ThreadGroup.ramp_time", Number(load.Duration.TotalSeconds)),
        Bool("ThreadGroup.scheduler", true),
        Text("ThreadGroup.duration", Number(load.Duration.TotalSeconds)),
        Text("ThreadGroup.on_sample_error", "continue"),
        new XElement(
            "elementProp",
            new XAttribute("name", "ThreadGroup.main_controller"),
            new XAttribute("elementType", "LoopController"),
            Text("LoopController.loops", "-1"),
            Bool("LoopController.continue_forever", true)));

    /// <summary>
    /// The pause, exponential, and the network of a user far away, lognormal, which JMeter does not count into latency.
    /// </summary>
    private static string Pause(ExportedUsers load, InvoiceRequest request) =>
        $"""
        def variance = Math.log(1 + {Number(request.RoundTripVariation)} ** 2)
        def normal = java.util.concurrent.ThreadLocalRandom.current().nextGaussian()
        def network = {Number(request.RoundTripMs)} * Math.exp(Math.sqrt(variance) * normal - variance / 2)
        return (long) (network - Math.log(1 - Math.random()) * {Number(load.ThinkTime.Mean.TotalMilliseconds)})
        """;

    private static XElement Arguments(string name) => new(
        "elementProp",
        new XAttribute("name", name),
        new XAttribute("elementType", "Arguments"),
        new XElement("collectionProp", new XAttribute("name", "Arguments.arguments")));

    private static XElement Element(string type, string gui, string name, params object[] properties) => new(
        type,
        new XAttribute("guiclass", gui),
        new XAttribute("testclass", type),
        new XAttribute("testname", name),
        new XAttribute("enabled", "true"),
        properties);

    private static XElement Tree(params object[] parts) => new("hashTree", parts);

    private static XElement Text(string name, string value) => new("stringProp", new XAttribute("name", name), value);

    private static XElement Bool(string name, bool value) =>
        new("boolProp", new XAttribute("name", name), value ? "true" : "false");

    private static string Number(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);
}
