using DroneDelivery.Delivery;
using DroneDelivery.Delivery.Caching;
using DroneDelivery.Delivery.Creates;
using DroneDelivery.Delivery.Deliveries;
using DroneDelivery.Delivery.Reports;
using DroneDelivery.Delivery.Storage;
using DroneDelivery.Delivery.Summaries;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Cosmos;
using DroneDelivery.ServiceDefaults.WarmUp;

return await ServiceProgram.RunAsync(args, DeliveryService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(DeliveryService.Identity);
    builder.AddCosmos();
    builder.AddStorage();
    builder.AddAnswerCache();
    builder.Services.AddSingleton<CreatedDeliveries>();
    builder.AddReports();
    builder.AddSummaries();
    builder.AddWarmUp(SummaryWarmUp.FindPaths, SummaryWarmUp.MaxRequests);

    var app = builder.Build();
    app.UseServiceDefaults();
    app.MapDeliveries().MapCreates().MapReports().MapSummaries();
    return app;
}
